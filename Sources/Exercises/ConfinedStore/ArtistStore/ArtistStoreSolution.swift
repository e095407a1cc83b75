import Exercising

/// The only user of a database of artists. It runs on the database's executor, and returns copies.
actor ArtistStore: ArtistStoreRequirements {
  private let executor: DatabaseExecutor
  private let open: @Sendable () -> ArtistDatabase
  private let server: any ArtistServer
  private var opened: ArtistDatabase?
  /// The numbers of the last refresh that was begun and the last one that was written.
  private var begun = 0
  private var written = 0

  init(
    executor: DatabaseExecutor, open: @escaping @Sendable () -> ArtistDatabase,
    server: any ArtistServer
  ) {
    self.executor = executor
    self.open = open
    self.server = server
  }

  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  /// Opened here instead of in `init`, which runs on the caller's thread.
  private var database: ArtistDatabase {
    let database = opened ?? open()
    opened = database
    return database
  }

  func artists() -> [ArtistCopy] {
    database.artists.map { ArtistCopy(id: $0.id, name: $0.name, likes: $0.likes) }
      .sorted { $0.id < $1.id }
  }

  func like(_ id: Int) async throws -> Int? {
    try await server.like(id)
    // The artist is read only now, because other calls may have run meanwhile.
    guard let artist = database.artist(id) else { return nil }
    database.write { artist.likes += 1 }
    return artist.likes
  }

  func refresh() async throws {
    begun += 1
    let number = begun
    let names = try await server.artists()
    guard number > written else { return }
    written = number
    write(names)
  }

  func remove(_ id: Int) {
    let database = database
    database.write { database.remove(id) }
  }

  /// Writes without a suspension, so that no other call runs between the read and the write.
  private func write(_ names: [Int: String]) {
    let database = database
    database.write {
      for artist in database.artists where names[artist.id] == nil { database.remove(artist.id) }
      for (id, name) in names {
        if let artist = database.artist(id) {
          artist.name = name
        } else {
          database.insert(id, name: name)
        }
      }
    }
  }
}
