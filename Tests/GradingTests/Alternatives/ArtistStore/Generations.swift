import Exercising

/// A list of the pending refreshes. Writing a refresh drops all older ones.
actor ArtistStore: ArtistStoreRequirements {
  nonisolated let executor: DatabaseExecutor
  nonisolated var unownedExecutor: UnownedSerialExecutor { .init(ordinary: executor) }

  private let server: any ArtistServer
  private lazy var database = open()
  private let open: @Sendable () -> ArtistDatabase
  private var underWay: [Refresh] = []

  private final class Refresh {}

  init(
    executor: DatabaseExecutor, open: @escaping @Sendable () -> ArtistDatabase,
    server: any ArtistServer
  ) {
    (self.executor, self.open, self.server) = (executor, open, server)
  }

  func artists() -> [ArtistCopy] {
    database.artists.sorted { $0.id < $1.id }.map(\.copy)
  }

  func like(_ id: Int) async throws -> Int? {
    try await server.like(id)
    var likes: Int?
    database.write {
      guard let artist = database.artist(id) else { return }
      artist.likes += 1
      likes = artist.likes
    }
    return likes
  }

  func refresh() async throws {
    let refresh = Refresh()
    underWay.append(refresh)
    let list: [Int: String]
    do { list = try await server.artists() } catch {
      underWay.removeAll { $0 === refresh }
      throw error
    }
    guard let place = underWay.firstIndex(where: { $0 === refresh }) else { return }
    underWay.removeFirst(place + 1)
    let likes = Dictionary(uniqueKeysWithValues: artists().map { ($0.id, $0.likes) })
    database.write {
      likes.keys.filter { list[$0] == nil }.forEach(database.remove)
      for (id, name) in list {
        if likes[id] == nil { database.insert(id, name: name) }
        database.artist(id)?.name = name
      }
    }
  }

  func remove(_ id: Int) { database.write { database.remove(id) } }
}

extension LiveArtist {
  fileprivate var copy: ArtistCopy { ArtistCopy(id: id, name: name, likes: likes) }
}
