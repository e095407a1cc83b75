/// The requirements of the exercise ArtistStore.
public protocol LearnersArtistStore: Actor {
  /// - Parameters:
  ///   - executor: The executor to which the database is confined. The actor runs on it.
  ///   - open: Opens the database. Called once, on the executor.
  ///   - server: The server of artists.
  init(
    executor: DatabaseExecutor, open: @escaping @Sendable () -> ArtistDatabase,
    server: any ArtistServer)

  /// Copies of all artists, in the order of their ids.
  func artists() -> [ArtistCopy]

  /// Likes an artist at the server, and then in the database.
  ///
  /// - Returns: The likes of the artist afterwards. Nil if there is no such artist.
  /// - Throws: The error of the server.
  func like(_ id: Int) async throws -> Int?

  /// Takes the artists of the server over into the database.
  ///
  /// - Throws: The error of the server.
  func refresh() async throws

  /// Removes an artist.
  func remove(_ id: Int)
}

/// A server of artists.
public protocol ArtistServer: Sendable {
  /// - Throws: ``DataProblem``.
  func like(_ id: Int) async throws

  /// The names of all artists by their ids.
  ///
  /// - Throws: ``DataProblem``.
  func artists() async throws -> [Int: String]
}
