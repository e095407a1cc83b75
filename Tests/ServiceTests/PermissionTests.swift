import Concurrency
import TestSupport
import Testing

@testable import Service

@Suite(.serialized)
struct `Permissions`: ~Copyable {
  let questions = Recorder<String>()

  /// A terminal at which these lines are typed.
  func terminal(isThere: Bool = true, typing lines: String...) -> ConsolePermissions.Terminal {
    let left = Locked(lines[...])
    return ConsolePermissions.Terminal(
      isInteractive: { isThere }, ask: { [questions] question in questions.record(question) },
      read: { left.withLock { $0.popFirst() } })
  }

  @Test
  func `are requested on the terminal, once each`() async {
    let permissions = ConsolePermissions(terminal(typing: "yes", "no"))
    var answers: [PermissionAnswer] = []
    for permission in [Permission.gps, .photo, .gps, .photo] {
      answers.append(await permissions.answer(for: permission))
    }
    let asked = questions.entries
    #expect(answers == [.granted, .denied, .granted, .denied])
    #expect(
      asked == ["May this app use gps? (yes or no) ", "May this app use photo? (yes or no) "])
  }

  @Test
  func `are requested again until the answer is yes or no`() async {
    let permissions = ConsolePermissions(terminal(typing: "", "perhaps", " Y "))
    let answer = await permissions.answer(for: .push)
    #expect(answer == .granted)
    #expect(questions.entries.count == 3)
  }

  @Test
  func `remain unknown at the end of the input, and are requested again`() async {
    let permissions = ConsolePermissions(terminal())
    let answers = [await permissions.answer(for: .gps), await permissions.answer(for: .gps)]
    #expect(answers == [.unknown, .unknown])
    #expect(questions.entries.count == 2)
  }

  @Test
  func `are read on a separate thread, which may wait for a user`() async {
    let history = questions
    let permissions = ConsolePermissions(
      ConsolePermissions.Terminal(
        isInteractive: { true }, ask: { _ in },
        read: {
          history.record(ThreadPool.currentName ?? "another thread")
          return "yes"
        }))
    _ = await permissions.answer(for: .gps)
    #expect(history.entries == ["permissions"])
  }

  @Test
  func `are not requested without a terminal`() async {
    let permissions = ConsolePermissions(terminal(isThere: false, typing: "yes"))
    let answer = await permissions.answer(for: .gps)
    #expect(answer == .unknown)
    #expect(questions.entries == [])
  }

  @Test
  func `are requested one at a time, and all callers share the answer`() async {
    let permissions = ConsolePermissions(terminal(typing: "yes"))
    let answers = await withTaskGroup(of: PermissionAnswer.self) { group in
      for _ in 0..<20 { group.addTask { await permissions.answer(for: .photo) } }
      return await group.reduce(into: []) { $0.append($1) }
    }
    #expect(answers == Array(repeating: .granted, count: 20))
    #expect(questions.entries.count == 1)
  }

  @Test
  func `that are predefined are granted, and all others are denied`() async {
    let permissions = ServiceFactory.permissions(granting: [.gps, .push])
    var answers: [PermissionAnswer] = []
    for permission in Permission.allCases {
      answers.append(await permissions.answer(for: permission))
    }
    #expect(answers == [.granted, .denied, .granted])
  }
}
