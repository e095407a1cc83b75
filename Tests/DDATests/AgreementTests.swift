import Application
import DataAccess
import Foundation
import HTTP
import Observing
import SQLite
import Service
import Testing

@testable import Chapter_DDA

/// After every failure, view, model, database and server agree on one name.
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
    let connection = try Connection(at: device.database, .standard.with(\.access, .readOnly))
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

  static let refusals: [(answer: StubResponse, reason: String, advice: String)] = [
    (.fails(.offline), "offline", "check the connection and the server's name, then try again"),
    (.fails(.refused), "connection refused", "start the server, or check its port"),
    (.fails(.timeout), "timeout", "try again, or allow more time"),
    (.status(500), "failure 500", "the server has a problem; try again later"),
    (.status(404), "no user 1", "Check the id, or load the users again."),
    (.json("<html>"), "answer not understood", "update the app, or contact the operator"),
    (
      .json(#"{"id":2,"name":"Taylor"}"#), "answer not understood",
      "it is about user 2. Nothing was changed"
    ),
  ]

  @Test(arguments: refusals.indices)
  @MainActor
  func `agree on the old name when the server does not confirm the new one`(
    index: Int
  ) async throws {
    let (answer, reason, advice) = Self.refusals[index]
    device.server.answer(.put, "/users/1/name", with: answer)
    await setting.enterAndWait("Taylor")
    guard case .refused(let error) = try outcome() else {
      Issue.record("the outcome is \(try outcome())")
      return
    }
    let state = try state()
    #expect(error.description == reason)
    #expect(error.localizedDescription.contains(advice))
    #expect(state == ["Hi, Jake", "Jake", "Jake", ""])
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

  @Test(arguments: ["O'Brien\"; --", "x'); DROP TABLE user", "👨‍👩‍👧\u{0}\nAnn", "Andre\u{301}", "%00"])
  @MainActor
  func `agree on every byte of a name`(name: String) async throws {
    await setting.enterAndWait(name)
    let state = try state()
    #expect(try outcome() == .saved)
    #expect(state.map { Array($0.utf8) } == ["Hi, \(name)", name, name, ""].map { Array($0.utf8) })
  }

  @Test
  @MainActor
  func `agree on the old name when there is no such user`() async throws {
    let setting = SettingController(service, userID: 3)
    await setting.enterAndWait("Taylor")
    let state = try state()
    #expect(setting.state.value == .answered(.refused(.noUser(id: 3))))
    #expect(device.server.requests == [])
    #expect(state == ["Hi, Jake", "Jake", "Jake", ""])
  }
}

@Suite(.serialized)
struct `A database file`: ~Copyable {
  let scratch: Scratch

  init() throws { scratch = try Scratch() }

  /// Users of more than one page.
  func fill() throws {
    let rows = try DataAccessFactory.users(at: scratch.database)
    try rows.insert((1...500).map { UserRawModel(id: $0, name: "Jake \($0)") })
    rows.close()
  }

  @Test
  func `that a newer app wrote is unchanged, and the next launch reports it`() throws {
    try fill()
    do {
      let connection = try Connection(at: scratch.database)
      try connection.execute("PRAGMA user_version = 9")
    }
    let before = try Data(contentsOf: scratch.database)
    let error = #expect(throws: DataAccessError.self) {
      try DataAccessFactory.users(at: scratch.database)
    }
    let after = try Data(contentsOf: scratch.database)
    #expect(error?.cause == .newerVersion(found: 9, known: 1))
    #expect(error?.description.contains("Install a newer one.") == true)
    #expect(after == before)
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
