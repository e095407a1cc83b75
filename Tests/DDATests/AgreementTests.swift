import Application
import DataAccess
import Foundation
import HTTP
import Observing
import SQLite
import Service
import Testing
import Workbook

@testable import Chapter_DDA

/// After a failure, view, model, database and server agree on one name.
@Suite(.serialized)
struct `The three layers` {
  // A device closes its database and removes its files when it is released.
  let device: Device
  let service: any UserService
  let setting: SettingController
  let view = GreetingView()

  init() throws {
    device = try Device(users: "Jake", "Ann")
    service = device.factory().users()
    setting = SettingController(service, userID: 1)
    view.show(UserProfile(try service.user(1)))
  }

  /// The name in view, model and database, and the pending one.
  func state() throws -> [String] {
    [
      view.currentText, try service.user(1).name.value, try stored(),
      try DataAccessFactory.pendingSaves(beside: device.database).all().map(\.name).joined(),
    ]
  }

  /// The name in the database file, read with a separate connection.
  func stored() throws -> String {
    let connection = try Connection(at: device.database, .standard.with(\.isReadOnly, true))
    return try connection.value("SELECT name FROM user WHERE id = 1")
  }

  /// The outcome that the setting has received.
  func outcome() throws -> RenameOutcome {
    guard case .answered(let outcome) = setting.state.value else {
      throw NotAnswered(state: setting.state.value)
    }
    return outcome
  }

  struct NotAnswered: Error {
    let state: SettingController.State
  }

  static let refusingDatabases: [(begin: String, end: String, cause: String, advice: String)] = [
    (
      "PRAGMA query_only = ON", "PRAGMA query_only = OFF", "read only",
      "Try again when it can be written."
    ),
    (
      "PRAGMA max_page_count = 1", "PRAGMA max_page_count = 1000", "full",
      "Free some space and try again."
    ),
  ]

  @Test(arguments: refusingDatabases.indices)
  @MainActor
  func `agree on the new name as soon as the database takes it`(index: Int) async throws {
    let (begin, end, cause, advice) = Self.refusingDatabases[index]
    // Too long for a full database. The server returns it, because the setting would reject it.
    let name = String(repeating: "Taylor", count: 2000)
    device.server.answer(.put, "/users/1/name", with: .json(#"{"id":1,"name":"\#(name)"}"#))
    try device.rows.runOnWriter(begin)
    await setting.enterAndWait("Taylor")
    guard case .notSaved(.notSaved(let failure, isKept: true)) = try outcome() else {
      Issue.record("the outcome is \(try outcome())")
      return
    }
    let before = try state()
    try device.rows.runOnWriter(end)
    try await service.saveAgain()
    let after = try state()
    #expect(failure.cause == cause)
    #expect(failure.advice.contains(advice))
    #expect(before == ["Hi, \(name)", name, "Jake", name])
    #expect(after == ["Hi, \(name)", name, name, ""])
  }
}

@Suite(.serialized)
struct `A database file`: ~Copyable {
  let scratch: ScratchFolder
  init() throws { scratch = try ScratchFolder() }

  /// Users of more than one page.
  func fill() throws {
    let rows = try DataAccessFactory.users(at: scratch.database)
    try rows.insert((1...500).map { UserRawModel(id: $0, name: "Jake \($0)") })
    rows.close()
  }

  @Test
  @MainActor
  func `that is damaged in the middle is found by the first read, and nothing is sent`()
    async throws
  {
    try fill()
    var bytes = try Data(contentsOf: scratch.database)
    bytes.replaceSubrange(4096..., with: Data(repeating: 0xa5, count: bytes.count - 4096))
    try bytes.write(to: scratch.database)
    let rows = try DataAccessFactory.users(at: scratch.database)
    let server = InProcessServer()
    let service = ServiceFactory(
      rows, ServiceFactory.server(HTTPClient(server: server)),
      pending: DataAccessFactory.pendingSaves(beside: scratch.database), deliveringOn: .main
    ).users()
    let error = #expect(throws: UserServiceError.self) { try service.user(1) }
    let setting = SettingController(service, userID: 1)
    await setting.enterAndWait("Taylor")
    guard case .notRead(let failure) = error else {
      Issue.record("the error is \(String(describing: error))")
      return
    }
    #expect(failure.cause == "corrupt")
    #expect(error?.localizedDescription.contains("Restore it from a copy, or remove it.") == true)
    #expect(setting.state.value == .answered(.refused(.notRead(failure))))
    #expect(server.requests == [])
    rows.close()
  }
}
