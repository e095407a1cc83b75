import ThreadConfinement

extension DBRoot {
  /// Returns copies of all stored artists, which can be used on any thread.
  func select() async throws -> [ArtistViewModel] {
    try await stepLog.call("select", of: "DBRoot", returning: \.listed) {
      try await run { [stepLog] store in
        stepLog.note("db select")
        return store.objects(ArtistViewModel.self).map(\.snapshot)
      }
    }
  }

  /// Stores the server's part of artists. The user's part of a stored artist is kept. The closure
  /// is called on the realm thread when the task runs, so that the latest state is stored. If this
  /// throws, nothing is stored.
  func insert(_ viewModels: @escaping @Sendable () -> [ArtistViewModel]) async throws {
    try await stepLog.call("insert", of: "DBRoot", returning: \.listed) {
      try await run { [stepLog] store in
        let viewModels = viewModels()
        try store.write {
          for viewModel in viewModels {
            let stored = store.object(ofType: ArtistViewModel.self, forPrimaryKey: viewModel.id)
            let merged = stored?.snapshot.updated(by: viewModel.model) ?? viewModel
            try store.add(merged, update: .modified)
          }
        }
        stepLog.note("db insert \(viewModels.count) view models")
        return viewModels
      }
    }
  }

  /// Stores an artist, including the user's part. The task is added before the call returns. The
  /// closure is called on the realm thread when the task runs; it may return nil to store nothing.
  func update(_ viewModel: @escaping @Sendable () -> ArtistViewModel?) throws(Left) -> Pending<Void>
  {
    stepLog.message("update", to: "DBRoot")
    return try begin { store in
      guard let viewModel = viewModel() else { return }
      try store.write { _ = try store.add(viewModel, update: .modified) }
    }
  }
}
