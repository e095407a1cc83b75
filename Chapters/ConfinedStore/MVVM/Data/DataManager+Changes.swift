import Concurrency

extension DataManager {
  /// Changes an artist in memory, at once.
  ///
  /// - Returns: the artist after the change; nil if there is none with that id.
  func change(_ id: ArtistViewModel.ID, _ change: ArtistList.Change) -> ArtistViewModel? {
    list.withLock { $0.change(id, change) }
  }

  /// Has an artist stored as it is known when the realm thread comes to it. It is stored even if the
  /// module is left right after this call.
  ///
  /// - Returns: what can be waited for.
  /// - Throws: ``DBRoot/Left``.
  func save(_ id: ArtistViewModel.ID) throws(DBRoot.Left) -> DBRoot.Pending<Void> {
    try dbRoot.update { [list] in
      list.withLock { $0.viewModels }.first { $0.id == id }
    }
  }

  /// Cancels what is on its way, lets the tasks of the database run out, and returns when its thread has
  /// finished.
  func leave() async {
    networkService.cancelAll()
    await dbRoot.leave()
  }
}
