import Locking

extension DataManager {
  /// Changes an artist in memory, at once.
  ///
  /// - Returns: the artist after the change; nil if nobody has that id.
  func change(_ id: ArtistViewModel.ID, _ change: ArtistList.Change) -> ArtistViewModel? {
    list.withLock { $0.change(id, change) }
  }

  /// Stores an artist as it is known when the realm thread comes to it.
  ///
  /// - Throws: what ``DBRoot/update(_:)`` throws.
  func save(_ id: ArtistViewModel.ID) async throws {
    try await withTaskExecutorPreference(queue) {
      try await dbRoot.update { [list] in
        list.withLock { $0.viewModels }.first { $0.id == id }
      }
    }
  }

  /// Cancels what is on its way, lets the tasks of the database run out, and returns when its thread has
  /// finished.
  func leave() async {
    networkService.cancelAll()
    await dbRoot.leave()
  }
}
