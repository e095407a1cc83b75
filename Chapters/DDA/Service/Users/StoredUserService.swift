internal import Concurrency
internal import DataAccess
internal import Observing

/// Users of a database who are renamed by a server: server, model, views, database, in this order.
///
/// What may be refused comes first: until the server has said yes nothing has changed. After that there
/// is no way back, because the server has the new name; a database that refuses it is asked again.
final class StoredUserService: UserService {
  let rows: any UserDataAccess
  private let server: any UserServer
  private let pending: any PendingSaves
  let place: CompletionPlace
  let known: KnownUsers
  let lanes = Lanes()
  private let observation = Locked<Binding?>(nil)

  /// Reads which names are to be saved, and begins with that.
  ///
  /// - Parameters:
  ///   - rows: the database.
  ///   - server: what renames users.
  ///   - pending: keeps names until the database has them.
  ///   - place: where models are changed and outcomes are told.
  init(
    _ rows: any UserDataAccess, _ server: any UserServer, pending: any PendingSaves,
    deliveringOn place: CompletionPlace
  ) {
    self.rows = rows
    self.server = server
    self.pending = pending
    self.place = place
    // That they cannot be read is told by whoever saves them again.
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
          throw .notRead(Trouble(error))
        }
      }, again: row)
  }

  func modifyUserName(
    _ newName: String, of id: Int64, told: @escaping @Sendable (RenameOutcome) -> Void
  ) {
    let request = ModifyUserNameRequest(userID: id, newName: newName)
    lanes.add(id) { [self] in
      let outcome = await carryOut(request)
      await place.deliver { told(outcome) }
      if outcome == .saved { saveAgainSoon() }
    }
  }

  func saveAgain() async throws(UserServiceError) {
    var failure = unreadable
    for id in known.unsaved {
      let error = await lanes.result(id) { [self] in await saveAgain(id) }
      failure = failure ?? error
    }
    if let failure { throw failure }
  }
}

/// One name after the other.
extension StoredUserService {
  private func model(_ id: Int64) throws(UserServiceError) -> UserRawModel {
    let models = try known.models(
      { () throws(UserServiceError) in try row(id).map { [$0] } ?? [] }, again: row)
    guard let model = models.first else { throw .noUser(id: id) }
    return model
  }

  private func row(_ id: Int64) throws(UserServiceError) -> UserRawModel? {
    do throws(DataAccessError) { return try rows.get(id) } catch { throw .notRead(Trouble(error)) }
  }

  private func presentModel(_ id: Int64) throws(UserServiceError) -> UserRawModel {
    if let model = known.model(id) { return model }
    return try model(id)
  }

  private func carryOut(_ request: ModifyUserNameRequest) async -> RenameOutcome {
    let (model, record): (UserRawModel, UserRecord)
    do throws(UserServiceError) {
      model = try presentModel(request.userID)
      record = try await server.send(request)
    } catch {
      return .refused(error)
    }
    await place.deliver { model.name.value = record.name }
    let save = PendingSave(id: record.id, name: record.name)
    return await self.save(model, as: save).map { .notSaved($0) } ?? .saved
  }

  /// - Returns: why it is still not saved.
  private func saveAgain(_ id: Int64) async -> UserServiceError? {
    guard let name = known.unsavedName(id) else { return nil }
    let model = known.model(id) ?? UserRawModel(id: id, name: name)
    return await self.save(model, as: PendingSave(id: id, name: name))
  }

  /// Notes the name first: it outlives a process that ends meanwhile, and takes the place of a former one.
  ///
  /// - Returns: why it is not saved.
  private func save(_ model: UserRawModel, as save: PendingSave) async -> UserServiceError? {
    let isNoted = note(save)
    if let error = await rows.failure(saving: model) {
      known.keepUnsaved(save.name, of: save.id)
      return .notSaved(Trouble(error), isKept: isNoted)
    }
    settle(save)
    return nil
  }

  private func saveAgainSoon() {
    guard !known.unsaved.isEmpty else { return }
    // In no lane, because it waits for them.
    Task { try? await saveAgain() }
  }
}

/// Names that the database does not have.
extension StoredUserService {
  /// - Returns: whether the name will be there at the next launch.
  private func note(_ save: PendingSave) -> Bool {
    do { try pending.add(save) } catch { return false }
    return true
  }

  /// The database has it. A note that cannot be taken back says the same, until the next name takes its
  /// place.
  private func settle(_ save: PendingSave) {
    try? pending.remove(save)
    // Last: whoever saves again and finds nothing to be saved finds no note either.
    known.isSaved(save.id)
  }

  private var unreadable: UserServiceError? {
    do { _ = try pending.all() } catch { return .notRead(Trouble(error)) }
    return nil
  }
}

private typealias Trouble = UserServiceError.Trouble
