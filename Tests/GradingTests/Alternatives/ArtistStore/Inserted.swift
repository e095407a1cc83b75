import Exercising

/// Replaces all artists and restores their likes in a single write. Dates are logical: a counter.
actor ArtistStore: ArtistStoreRequirements {
  private enum Connection {
    case closed(@Sendable () -> ArtistDatabase)
    case open(ArtistDatabase)
  }

  private let executor: DatabaseExecutor
  private let server: any ArtistServer
  private var connection: Connection
  private var date = 0
  private var dateOfList = 0

  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  init(
    executor: DatabaseExecutor, open: @escaping @Sendable () -> ArtistDatabase,
    server: any ArtistServer
  ) {
    self.executor = executor
    self.server = server
    connection = .closed(open)
  }

  private func database() -> ArtistDatabase {
    switch connection {
    case .open(let database): return database
    case .closed(let open):
      let database = open()
      connection = .open(database)
      return database
    }
  }

  func artists() -> [ArtistCopy] {
    var copies: [ArtistCopy] = []
    for artist in database().artists {
      copies.append(ArtistCopy(id: artist.id, name: artist.name, likes: artist.likes))
    }
    return copies.sorted { $0.id < $1.id }
  }

  func like(_ id: Int) async throws -> Int? {
    try await server.like(id)
    let database = database()
    guard let likes = database.artist(id)?.likes else { return nil }
    database.write { database.artist(id)?.likes = likes + 1 }
    return likes + 1
  }

  func refresh() async throws {
    date += 1
    let date = date
    let names = try await server.artists()
    if date < dateOfList { return }
    dateOfList = date
    let former = artists()
    let database = database()
    database.write {
      former.forEach { database.remove($0.id) }
      names.forEach { database.insert($0.key, name: $0.value) }
      for artist in former { database.artist(artist.id)?.likes = artist.likes }
    }
  }

  func remove(_ id: Int) {
    let database = database()
    database.write { database.remove(id) }
  }
}
