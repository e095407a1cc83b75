import Exercising

/// The only user of a database of artists. It runs on the database's executor, and returns copies.
///
/// The task is in Task.md, beside this file. Check it: `swift run workbook check ArtistStore`
actor ArtistStore: ArtistStoreRequirements {
  private let executor: DatabaseExecutor
  private let open: @Sendable () -> ArtistDatabase
  private let server: any ArtistServer

  init(
    executor: DatabaseExecutor, open: @escaping @Sendable () -> ArtistDatabase,
    server: any ArtistServer
  ) {
    self.executor = executor
    self.open = open
    self.server = server
  }

  // TODO: run on the executor, and open the database there, once.

  func artists() -> [ArtistCopy] {
    // TODO: return copies of all artists, in the order of their ids.
    []
  }

  func like(_ id: Int) async throws -> Int? {
    // TODO: ask the server, and then count the like.
    nil
  }

  func refresh() async throws {
    // TODO: ask the server for its list, and write it, unless a newer one is written already.
  }

  func remove(_ id: Int) {
    // TODO: remove the artist.
  }
}
