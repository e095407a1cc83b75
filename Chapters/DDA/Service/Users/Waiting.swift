internal import DataAccess

extension UserDataAccess {
  /// Saves a user and waits, without keeping a thread from other work.
  ///
  /// - Returns: why it was not saved.
  func failure(saving user: UserRawModel) async -> DataAccessError? {
    let (failures, failure) = AsyncStream.makeStream(of: DataAccessError.self)
    save(user, completingOn: .workingThread) { result in
      if case .failure(let error) = result { failure.yield(error) }
      failure.finish()
    }
    for await failure in failures { return failure }
    return nil
  }
}

extension CompletionPlace {
  /// Runs the closure at this place and waits for its end.
  func deliver(_ body: @escaping @Sendable () -> Void) async {
    let (ends, end) = AsyncStream.makeStream(of: Void.self)
    run {
      body()
      end.finish()
    }
    for await _ in ends {}
  }
}
