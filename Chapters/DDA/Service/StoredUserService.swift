internal import Concurrency
internal import DataAccess
internal import Observing

/// Users of a database that are renamed by a server: server, model, views, database, in this order.
///
/// What may be refused comes first: until the server has accepted the name, nothing has changed. After
/// that there is no way back, because the server has the new name; a database that refuses it is asked
/// again.
final class StoredUserService: UserService {
  private let rows: any UserDataAccess
  private let server: any UserServer
  private let pending: any PendingSaves
  private let place: CompletionPlace
  private let known: KnownUsers
  /// All that changes a user: renames, saves, looks at the row.
  private let tasks = KeyedSerialTasks<Int64>()
  /// Reads and notes that wait for the disk, which a thread of Swift's cooperative pool may not do.
  private let worker = ThreadPool(name: "service.worker")
  private let observation = Locked<Binding?>(nil)

  /// Reads which names are still to be saved, and begins to save them.
  ///
  /// - Parameters:
  ///   - rows: the database.
  ///   - server: renames users.
  ///   - pending: keeps names until the database has them.
  ///   - place: where models are changed and outcomes are delivered.
  init(
    _ rows: any UserDataAccess, _ server: any UserServer, pending: any PendingSaves,
    deliveringOn place: CompletionPlace
  ) {
    self.rows = rows
    self.server = server
    self.pending = pending
    self.place = place
    // If they cannot be read, `saveAgain()` reports it.
    known = KnownUsers(unsaved: (try? pending.all()) ?? [])
    let observation = rows.observe(on: .workingThread) { [weak self] in self?.follow($0) }
    self.observation.withLock { $0 = observation }
    saveAgainSoon()
  }

  func user(_ id: Int64) throws(UserServiceError) -> any User { try model(id) }

  func loadAll() throws(UserServiceError) -> [any User] {
    try known.models(
      { () throws(UserServiceError) in
        do throws(DataAccessError) { return try rows.all() } catch {
          throw .notRead(DatabaseFailure(error))
        }
      }, again: row)
  }

  func modifyUserName(
    _ newName: String, of id: Int64, completion: @escaping @Sendable (RenameOutcome) -> Void
  ) {
    let request = ModifyUserNameRequest(userID: id, newName: newName)
    tasks.add(id) { [self] in
      let outcome = await carryOut(request)
      await place.deliver { completion(outcome) }
      if outcome == .saved { saveAgainSoon() }
    }
  }

  func saveAgain() async throws(UserServiceError) {
    var failure = await worker.result { [self] in unreadable }
    for id in known.unsaved {
      let result = OneShot<UserServiceError?>()
      tasks.add(id) { [self] in result.fulfill(await saveAgain(id)) }
      // Also in a task that is cancelled: a return without an error means that all names are saved.
      let error = await result.value
      failure = failure ?? error
    }
    if let failure { throw failure }
  }

  private func saveAgainSoon() {
    guard !known.unsaved.isEmpty else { return }
    // Not in a user's queue, because it waits for them.
    Task { try? await saveAgain() }
  }
}

/// One name after the other.
extension StoredUserService {
  private func carryOut(_ request: ModifyUserNameRequest) async -> RenameOutcome {
    let (model, record): (UserRawModel, UserRecord)
    do throws(UserServiceError) {
      model = try await currentModel(request.userID)
      record = try await server.send(request)
    } catch {
      return .refused(error)
    }
    await place.deliver { model.name.value = record.name }
    // Retained until the name is saved or kept: a model that is read before has the old name.
    defer { withExtendedLifetime(model) {} }
    let save = PendingSave(id: record.id, name: record.name)
    return await self.save(save).map { .notSaved($0) } ?? .saved
  }

  /// - Returns: why it is still not saved.
  private func saveAgain(_ id: Int64) async -> UserServiceError? {
    guard let unsaved = known.unsavedName(id) else { return nil }
    guard unsaved.isNoted, let saves = await worker.result({ [pending] in try? pending.all() })
    else { return await save(PendingSave(id: id, name: unsaved.name)) }
    // Another process may have noted a later name, or saved one.
    guard let current = saves.first(where: { $0.id == id }) else {
      known.isSaved(id)
      follow(id)
      return nil
    }
    return await save(current)
  }

  /// Notes the name first: the note outlives a process that ends meanwhile, and replaces an earlier one.
  ///
  /// - Returns: why it is not saved.
  private func save(_ save: PendingSave) async -> UserServiceError? {
    let result = OneShot<(isNoted: Bool, outcome: Result<Void, DataAccessError>)>()
    let isAccepted = worker.async { [self] in
      let isNoted = note(save)
      rows.write(completingOn: .workingThread) { rows in
        try rows.save(UserRawModel(id: save.id, name: save.name))
      } completion: { [self] outcome in
        if case .success = outcome { removeNote(save) }
        result.fulfill((isNoted, outcome))
      }
    }
    guard isAccepted else { fatalError("ThreadPool \(worker.name): a save in a finished pool") }
    let (isNoted, outcome) = await result.value
    guard case .failure(let error) = outcome else { return nil }
    known.keepUnsaved(UnsavedName(name: save.name, isNoted: isNoted), of: save.id)
    return .notSaved(DatabaseFailure(error), isKept: isNoted)
  }

  /// - Returns: whether the name will be there at the next launch.
  private func note(_ save: PendingSave) -> Bool {
    do { try pending.add(save) } catch { return false }
    return true
  }

  /// A note that cannot be removed has the name that the database has, until the next name replaces it.
  private func removeNote(_ save: PendingSave) {
    try? pending.remove(save)
    // Last: a caller that finds nothing to be saved finds no note either.
    known.isSaved(save.id)
  }

  private var unreadable: UserServiceError? {
    do { _ = try pending.all() } catch { return .notRead(DatabaseFailure(error)) }
    return nil
  }
}

/// Models of rows, and what other writers do to the rows.
extension StoredUserService {
  private func currentModel(_ id: Int64) async throws(UserServiceError) -> UserRawModel {
    if let model = known.model(id) { return model }
    return try await worker.result { [self] in
      Result { () throws(UserServiceError) in try model(id) }
    }.get()
  }

  private func model(_ id: Int64) throws(UserServiceError) -> UserRawModel {
    let models = try known.models(
      { () throws(UserServiceError) in try row(id).map { [$0] } ?? [] }, again: row)
    guard let model = models.first else { throw .noUser(id: id) }
    return model
  }

  private func row(_ id: Int64) throws(UserServiceError) -> UserRawModel? {
    do throws(DataAccessError) { return try rows.get(id) } catch {
      throw .notRead(DatabaseFailure(error))
    }
  }

  private func follow(_ event: DataEvent) {
    switch event {
    case .insert(let id), .update(let id):
      known.rowChanged(id)
      follow(id)
    case .refresh:
      known.rowChanged(nil)
      for id in known.ids { follow(id) }
    // A view of a user that is deleted keeps the last name.
    case .delete(let id): known.rowChanged(id)
    }
  }

  /// Gives a model the name that its row has now; in the user's queue, where no rename is under way.
  private func follow(_ id: Int64) {
    guard known.model(id) != nil else { return }
    tasks.add(id) { [self] in
      guard let model = known.model(id), known.unsavedName(id) == nil,
        let name = await worker.result({ [rows] in (try? rows.get(id))?.name.value }),
        // Equal names may differ in their bytes.
        !name.utf8.elementsEqual(model.name.value.utf8)
      else { return }
      await place.deliver { model.name.value = name }
    }
  }
}

private typealias DatabaseFailure = UserServiceError.DatabaseFailure

extension CompletionPlace {
  /// Runs the closure at this place, and suspends the caller until it has run or was dropped.
  fileprivate func deliver(_ body: @escaping @Sendable () -> Void) async {
    let isDelivered = OneShot<Void>()
    do {
      let delivery = Delivery(isDelivered)
      run {
        body()
        delivery.end()
      }
    }
    await isDelivered.value
  }
}

/// Ends when its closure has run, or when a finished place has released the closure.
private final class Delivery: Sendable {
  private let isDelivered: OneShot<Void>

  init(_ isDelivered: OneShot<Void>) { self.isDelivered = isDelivered }

  func end() { isDelivered.fulfill(()) }

  deinit { end() }
}
