internal import Concurrency
internal import DataAccess
internal import Observing

/// Users of a database that a server renames, in this order: server, model, views, database.
///
/// The step that may be refused comes first: nothing changes until the server has accepted the
/// name. A save that the database refuses after that is retried.
final class StoredUserService: UserService {
  private let rows: any UserDataAccess
  private let server: any UserServer
  private let pending: any PendingSaves
  private let place: CompletionPlace
  private let known: KnownUsers
  /// A serial queue per user, for renames, saves and updates from the row.
  private let tasks = KeyedSerialTasks<Int64>()
  /// Runs what may block, which must not block Swift's cooperative pool.
  private let worker = ThreadPool(name: "service.worker")
  private let observation = Locked<Binding?>(nil)

  /// Reads the names that still have to be saved, and begins to save them.
  init(
    _ rows: any UserDataAccess, _ server: any UserServer, pending: any PendingSaves,
    deliveringOn place: CompletionPlace
  ) {
    self.rows = rows
    self.server = server
    self.pending = pending
    self.place = place
    // A read error is reported by `saveAgain()`.
    known = KnownUsers(unsaved: (try? pending.all()) ?? [])
    let observation = rows.observe(on: .workingThread) { [weak self] in self?.follow($0) }
    self.observation.withLock { $0 = observation }
    saveAgainSoon()
  }

  func user(_ id: Int64) throws(UserServiceError) -> any User { try model(id) }

  func loadAll() throws(UserServiceError) -> [any User] {
    try models { (rows) throws(DataAccessError) in try rows.all() }
  }

  func modifyUserName(
    _ newName: String, of id: Int64, completion: @escaping @Sendable (RenameOutcome) -> Void
  ) {
    let request = ModifyUserNameRequest(userID: id, newName: newName)
    tasks.add(id) { [self] in
      let outcome = await perform(request)
      await place.deliver { completion(outcome) }
      if outcome == .saved { saveAgainSoon() }
    }
  }

  func saveAgain() async throws(UserServiceError) {
    var failure = await worker.result { [self] in unreadable }
    for id in known.unsaved {
      let result = OneShot<UserServiceError?>()
      tasks.add(id) { [self] in result.fulfill(await saveAgain(id)) }
      // Waits even in a cancelled task, because a return without an error means that all names are
      // saved.
      let error = await result.value
      failure = failure ?? error
    }
    if let failure { throw failure }
  }

  private func saveAgainSoon() {
    guard !known.unsaved.isEmpty else { return }
    // Not in a user's queue, because it waits for the users' queues.
    Task { try? await saveAgain() }
  }
}

extension StoredUserService {
  private func perform(_ request: ModifyUserNameRequest) async -> RenameOutcome {
    let (model, record): (UserRawModel, UserRecord)
    do throws(UserServiceError) {
      model = try await currentModel(request.userID)
      record = try await server.send(request)
    } catch {
      return .refused(error)
    }
    await place.deliver { model.name.value = record.name }
    // Retained until the name is saved or kept, because a model that is read earlier would have the
    // old name.
    defer { withExtendedLifetime(model) {} }
    let save = PendingSave(id: record.id, name: record.name)
    return await self.save(save).map { .notSaved($0) } ?? .saved
  }

  private func saveAgain(_ id: Int64) async -> UserServiceError? {
    guard let name = known.unsavedName(id) else { return nil }
    return await save(PendingSave(id: id, name: name))
  }

  /// Adds a pending save first, which survives the end of the process. Returns the reason why the
  /// name is not saved.
  private func save(_ save: PendingSave) async -> UserServiceError? {
    let result = OneShot<(isNoted: Bool, outcome: Result<Void, DataAccessError>)>()
    worker.async { [self] in
      let isNoted = (try? pending.add(save)) != nil
      rows.write(completingOn: .workingThread) { rows in
        try rows.save(UserRawModel(id: save.id, name: save.name))
      } completion: { [self] outcome in
        if case .success = outcome { removePending(save) }
        result.fulfill((isNoted, outcome))
      }
    }
    let (isNoted, outcome) = await result.value
    guard case .failure(let error) = outcome else { return nil }
    known.keepUnsaved(save.name, of: save.id)
    return .notSaved(DatabaseFailure(error), isKept: isNoted)
  }

  /// Removes a pending save. A failure is harmless: the save repeats the name that the database
  /// has, until the next name replaces it.
  private func removePending(_ save: PendingSave) {
    try? pending.remove(save)
    // Last, so that a caller that finds no unsaved names finds no pending saves either.
    known.isSaved(save.id)
  }

  private var unreadable: UserServiceError? {
    do { _ = try pending.all() } catch { return .notRead(DatabaseFailure(error)) }
    return nil
  }
}

extension StoredUserService {
  private func currentModel(_ id: Int64) async throws(UserServiceError) -> UserRawModel {
    if let model = known.model(id) { return model }
    return try await worker.result { [self] () throws(UserServiceError) in try model(id) }
  }

  private func model(_ id: Int64) throws(UserServiceError) -> UserRawModel {
    let models = try models { (rows) throws(DataAccessError) in
      try rows.get(id).map { [$0] } ?? []
    }
    guard let model = models.first else { throw .noUser(id: id) }
    return model
  }

  /// Makes the models on the thread that reads, where ``follow(_:)`` looks them up: so each change
  /// that is committed later finds them.
  private func models(
    of read: @escaping @Sendable (any UserRows) throws(DataAccessError) -> [UserRawModel]
  ) throws(UserServiceError) -> [UserRawModel] {
    do throws(DataAccessError) {
      return try rows.read { [known] rows in known.models(of: try read(rows)) }
    } catch {
      throw .notRead(DatabaseFailure(error))
    }
  }

  private func follow(_ event: DataEvent) {
    switch event {
    case .insert(let id), .update(let id): follow(id)
    case .refresh:
      rows.read(completingOn: .workingThread) { [known] _ in
        known.ids
      } completion: { [self] ids in
        for id in (try? ids.get()) ?? [] { follow(id) }
      }
    // Views of a deleted user keep the last name.
    case .delete: break
    }
  }

  /// Updates a model with its row's name, in the user's queue, where no rename is in progress.
  private func follow(_ id: Int64) {
    tasks.add(id) { [self] in
      // The name is for this model only: one that is made after the read may be newer.
      let read = await worker.result { [rows, known] in
        try? rows.read { rows in
          try known.model(id).flatMap { model in try rows.get(id).map { (model, $0.name.value) } }
        }
      }
      guard let (model, name) = read, known.unsavedName(id) == nil,
        // Equal strings may differ in their bytes.
        !name.utf8.elementsEqual(model.name.value.utf8)
      else { return }
      await place.deliver { model.name.value = name }
    }
  }
}

private typealias DatabaseFailure = UserServiceError.DatabaseFailure

extension CompletionPlace {
  /// Runs the closure at this place and suspends the caller until it has run.
  fileprivate func deliver(_ body: @escaping @Sendable () -> Void) async {
    let isDelivered = OneShot<Void>()
    run {
      body()
      isDelivered.fulfill(())
    }
    await isDelivered.value
  }
}
