import Application
import Concurrency
import DataAccess
import HTTP
import Observing
import Service
import Workbook

extension Page {
  static let saveFails = Page(
    "save-fails", "The server has the name and the database refuses it",
    parts: Device.storedLayers
  ) { transcript in
    try await renameAsWritten(transcript)
    try await renameAndSaveAgain(transcript)
  }

  @MainActor
  private static func renameAsWritten(_ transcript: Transcript) async throws {
    let device = try Device(users: "Jake", in: transcript)
    let service = RenameAsWritten(
      user: UserRawModel(id: 1, name: "Jake"), rows: device.rows,
      server: ServiceFactory.server(HTTPClient(server: device.server)),
      log: { transcript.step("dal", "error: \($0.cause)", prefix: "as written: ") }
    ).recorded(in: transcript)
    try await rename(with: service, on: device, transcript, prefix: "as written: ")
    try launchAgain(device, transcript, prefix: "as written: ")
  }

  @MainActor
  private static func renameAndSaveAgain(_ transcript: Transcript) async throws {
    let device = try Device(users: "Jake", in: transcript)
    let service = LoggedUserService(
      service: device.factory().users(), transcript: transcript,
      ended: { outcome in
        guard case .notSaved(.notSaved(let failure, _)) = outcome else { return }
        transcript.step("dal", "error: \(failure.cause)", prefix: "fixed: ")
      })
    try await rename(with: service, on: device, transcript, prefix: "fixed: ")

    try device.rows.runOnWriter("PRAGMA query_only = OFF")
    let saving = device.rows.observe(on: .workingThread) { event in
      if event == .update(1) { transcript.step("dal", "retry, saved", prefix: "fixed: ") }
    }
    try await service.saveAgain()
    saving.end()
    try launchAgain(device, transcript, prefix: "fixed: ")
  }

  /// Renames Jake while the database refuses writes.
  @MainActor
  private static func rename(
    with service: any UserService, on device: Device, _ transcript: Transcript, prefix: String
  ) async throws {
    try device.rows.runOnWriter("PRAGMA query_only = ON")
    let isPrinted = Locked(false)
    let view = GreetingView(in: transcript) { text in
      if isPrinted.withLock({ $0 }) { transcript.line("\(prefix)view: shows \"\(text)\"") }
    }
    view.show(UserProfile(try service.user(1)))
    isPrinted.withLock { $0 = true }
    let setting = SettingController(service, userID: 1)
    let settingPrinter = setting.print(in: transcript, prefix: prefix)
    await setting.enterAndWait("Taylor", in: transcript)
    withExtendedLifetime((view, settingPrinter)) {}
  }

  @MainActor
  private static func launchAgain(
    _ device: Device, _ transcript: Transcript, prefix: String
  ) throws {
    device.rows.close()
    for line in try transcript.relaunch(over: device.database) where line.hasPrefix("view:") {
      transcript.line("\(prefix)relaunch: \(line)")
    }
  }
}

/// The document's rename as minimal code that compiles. Do not copy it: it does not handle a
/// database that refuses the save; see E-75 in Docs/Errata.md.
struct RenameAsWritten: UserService {
  let user: UserRawModel
  let rows: any UserDataAccess
  let server: any UserServer
  /// Receives the database's error, which is otherwise ignored.
  let log: @Sendable (DataAccessError) -> Void

  func user(_ id: Int64) throws(UserServiceError) -> any User { user }

  func loadAll() throws(UserServiceError) -> [any User] { [user] }

  func modifyUserName(
    _ newName: String, of id: Int64, completion: @escaping @Sendable (RenameOutcome) -> Void
  ) {
    Task { @MainActor in
      do {
        _ = try await server.send(ModifyUserNameRequest(userID: id, newName: newName))
      } catch { return }
      user.name.value = newName
      do throws(DataAccessError) { try rows.save(user) } catch { log(error) }
      completion(.saved)
    }
  }

  func saveAgain() {}
}
