import ThreadConfinement

extension DBRoot {
  /// All stored artists, copied, so that they may leave the thread.
  ///
  /// - Throws: what ``run(_:)`` throws.
  func select() async throws -> [ArtistViewModel] {
    try await run { [journal] store in
      journal.note("db select")
      return store.objects(ArtistViewModel.self).map(\.snapshot)
    }
  }

  /// Stores what the server said; what is stored of the user's own stays.
  ///
  /// - Parameter viewModels: is asked on the realm thread, when the turn has come, so that what is
  ///   stored last is what was known last.
  /// - Throws: what ``run(_:)`` throws, and then nothing was stored.
  func insert(_ viewModels: @escaping @Sendable () -> [ArtistViewModel]) async throws {
    try await run { [journal] store in
      let viewModels = viewModels()
      try store.write {
        for viewModel in viewModels {
          let stored = store.object(ofType: ArtistViewModel.self, forPrimaryKey: viewModel.id)
          let merged = stored?.snapshot.updated(by: viewModel.model) ?? viewModel
          try store.add(merged, update: .modified)
        }
      }
      journal.note("db insert \(viewModels.count) view models")
    }
  }

  /// Stores an artist as it is now, with what is the user's own; the task is added before this returns.
  ///
  /// - Parameter viewModel: is asked on the realm thread, when the turn has come; nil is not stored.
  /// - Returns: what can be waited for.
  /// - Throws: ``Left``.
  func update(_ viewModel: @escaping @Sendable () -> ArtistViewModel?) throws(Left) -> Pending<Void>
  {
    try begin { store in
      guard let viewModel = viewModel() else { return }
      try store.write { _ = try store.add(viewModel, update: .modified) }
    }
  }

  /// Deletes an artist, if it is stored.
  ///
  /// - Throws: what ``run(_:)`` throws.
  func delete(_ id: ArtistViewModel.ID) async throws {
    try await run { store in
      guard let stored = store.object(ofType: ArtistViewModel.self, forPrimaryKey: id) else {
        return
      }
      try store.write { try store.delete(stored) }
    }
  }
}
