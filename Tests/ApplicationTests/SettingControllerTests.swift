import Application
import Concurrency
import Foundation
import Observing
import Service
import TestSupport
import Testing

/// A service that collects renames. A closure is called with each one, and may complete it.
final class CollectingUserService: UserService {
  struct Rename: Sendable {
    let call: String
    let complete: @Sendable (RenameOutcome) -> Void
  }

  private let renames = Locked<[Rename]>([])
  private let users = ServiceFactory.usersInMemory("Jake")
  private let onRename: @Sendable (Rename) -> Void

  init(onRename: @escaping @Sendable (Rename) -> Void = { _ in }) { self.onRename = onRename }

  var calls: [String] { renames.withLock { $0.map(\.call) } }

  func user(_ id: Int64) throws(UserServiceError) -> any User { try users.user(id) }

  func loadAll() throws(UserServiceError) -> [any User] { try users.loadAll() }

  func modifyUserName(
    _ newName: String, of id: Int64, completion: @escaping @Sendable (RenameOutcome) -> Void
  ) {
    let rename = Rename(call: "\(newName) of \(id)", complete: completion)
    renames.withLock { $0.append(rename) }
    onRename(rename)
  }

  func saveAgain() {}

  /// Completes the rename with this index.
  func answer(_ index: Int, _ outcome: RenameOutcome) {
    renames.withLock { $0[index] }.complete(outcome)
  }
}

@Suite(.serialized)
struct `The setting controller`: ~Copyable {
  let service = CollectingUserService()
  let setting: SettingController
  let states = Locked<[SettingController.State]>([])
  let binding: Binding

  init() {
    setting = SettingController(service, userID: 7)
    binding = setting.state.bind { [states] state in states.withLock { $0.append(state) } }
  }

  var history: [SettingController.State] { states.withLock { $0 } }

  @Test
  func `passes on a name without surrounding white space, and waits`() throws {
    setting.enter("  Taylor ")
    let (history, calls) = (history, service.calls)
    #expect(history == [.ready, .waiting(try NewName("Taylor"))])
    #expect(calls == ["Taylor of 7"])
  }

  @Test(arguments: ["", " \n", String(repeating: "x", count: 21)])
  func `does not pass on an invalid name`(entered: String) {
    setting.enter(entered)
    let history = history
    let invalid: NewName.ValidationError = entered.count > 20 ? .tooLong(count: 21) : .empty
    #expect(history == [.ready, .rejected(invalid)])
    #expect(service.calls == [])
  }

  @Test(arguments: [
    RenameOutcome.saved, .refused(.noUser(id: 7)),
    .notSaved(.notSaved(.init(cause: "full", advice: "Make room."), isKept: true)),
  ])
  func `reports the outcome`(outcome: RenameOutcome) throws {
    setting.enter("Taylor")
    service.answer(0, outcome)
    #expect(history == [.ready, .waiting(try NewName("Taylor")), .answered(outcome)])
  }

  @Test
  func `reports the outcome of the last of several names`() throws {
    setting.enter("Taylor")
    setting.enter("Zoe")
    service.answer(0, .refused(.noUser(id: 7)))
    service.answer(1, .saved)
    let (history, calls) = (history, service.calls)
    let (taylor, zoe) = (try NewName("Taylor"), try NewName("Zoe"))
    #expect(history == [.ready, .waiting(taylor), .waiting(zoe), .answered(.saved)])
    #expect(calls == ["Taylor of 7", "Zoe of 7"])
  }

  @Test
  func `reports an invalid name even while a valid one has no outcome`() throws {
    setting.enter("Taylor")
    setting.enter("")
    service.answer(0, .saved)
    #expect(history == [.ready, .waiting(try NewName("Taylor")), .rejected(.empty)])
  }
}

@Suite(.serialized)
struct `A name that is entered while another state is delivered`: ~Copyable {
  @Test
  func `reaches the service after its own state is set`() throws {
    let states = Recorder<SettingController.State>()
    let setting = Locked<SettingController?>(nil)
    let service = CollectingUserService { _ in
      if let state = setting.withLock({ $0 })?.state.value { states.record(state) }
    }
    let controller = SettingController(service, userID: 1)
    setting.withLock { $0 = controller }
    let binding = controller.state.observe { [weak controller] change in
      if change.new == .rejected(.empty) { controller?.enter("Taylor") }
    }
    controller.enter("")
    #expect(states.entries == [.waiting(try NewName("Taylor"))])
    setting.withLock { $0 = nil }
    binding.end()
  }
}

@Suite(.serialized)
struct `Names from several threads` {
  @Test
  func `never leave the setting waiting after the last outcome`() {
    let service = CollectingUserService { $0.complete(.saved) }
    // Validating the first name takes so long that it often sets its state last.
    let names = [String(repeating: " ", count: 20_000) + "Jake", "Taylor"]
    let waiting = (0..<100).count { _ in
      let setting = SettingController(service, userID: 1)
      DispatchQueue.concurrentPerform(iterations: 2) { setting.enter(names[$0]) }
      return setting.state.value != .answered(.saved)
    }
    #expect(waiting == 0)
  }
}

@Suite(.serialized)
struct `A user profile`: ~Copyable {
  let service = ServiceFactory.usersInMemory("Jake", "Ann")

  @Test
  func `turns the name into a greeting, now and after each change`() throws {
    let profile = UserProfile(try service.user(1))
    let titles = Locked<[String]>([])
    let binding = profile.title.bind { title in titles.withLock { $0.append(title) } }
    service.modifyUserName("Taylor", of: 1) { _ in }
    service.modifyUserName("Anna", of: 2) { _ in }
    #expect(titles.withLock { $0 } == ["Hi, Jake", "Hi, Taylor"])
    binding.end()
  }

  @Test
  func `changes with every other profile of the same user`() throws {
    let profiles = try (0..<3).map { _ in UserProfile(try service.user(2)) }
    service.modifyUserName("Anna", of: 2) { _ in }
    #expect(profiles.map { $0.title.value } == ["Hi, Anna", "Hi, Anna", "Hi, Anna"])
  }

  @Test
  func `is released with its last reference, although its user is retained`() throws {
    let user = try service.user(1)
    var profile: UserProfile? = UserProfile(user)
    weak let released = profile
    #expect(profile?.title.value == "Hi, Jake")
    profile = nil
    service.modifyUserName("Taylor", of: 1) { _ in }
    #expect(released == nil)
    #expect(user.name.value == "Taylor")
  }
}

@Suite(.serialized)
struct `A new name` {
  static let longest = String(repeating: "x", count: 20)
  static let family = "👨‍👩‍👧"

  @Test(arguments: [
    ("Taylor", "Taylor"), ("x", "x"), (longest, longest), ("  Taylor\n", "Taylor"),
    ("\t\(longest) \u{a0}", longest), ("O'Brien; DROP TABLE user", nil),
    ("O'Brien\"; --", "O'Brien\"; --"), ("Taylor\nJake", "Taylor\nJake"), ("  ", nil), ("", nil),
    ("\n\t\u{2003}\u{3000}", nil), (longest + "x", nil),
    (String(repeating: family, count: 20), String(repeating: family, count: 20)),
    (String(repeating: family, count: 21), nil), ("Andre\u{301}", "Andre\u{301}"),
  ])
  func `has 1 to 20 characters without surrounding white space`(
    entered: String, text: String?
  ) {
    let name = try? NewName(entered)
    #expect(name.map { Array($0.text.unicodeScalars) } == text.map { Array($0.unicodeScalars) })
  }

  static let emptyAdvice =
    "The name is empty. Enter at least one character that is not white space."

  @Test(arguments: [
    ("", NewName.ValidationError.empty, "empty", emptyAdvice),
    (" \n", .empty, "empty", emptyAdvice),
    (
      " " + longest + "xyz ", .tooLong(count: 23), "23 over 20",
      "The name has 23 characters. Remove at least 3."
    ),
  ])
  func `says what is wrong, and what to do`(
    entered: String, invalid: NewName.ValidationError, text: String, advice: String
  ) {
    let thrown = #expect(throws: NewName.ValidationError.self) { try NewName(entered) }
    #expect(thrown == invalid)
    #expect(thrown?.description == text)
    #expect(thrown?.localizedDescription == advice)
  }
}
