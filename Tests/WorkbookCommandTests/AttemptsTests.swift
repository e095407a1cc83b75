import Foundation
import Subcommands
import TestSupport
import Testing

@testable import WorkbookCommand

struct `Kept attempts`: ~Copyable {
  let folder: TemporaryFolder
  init() throws { folder = try TemporaryFolder() }

  @Test
  func `are stored in order, without equal neighbours`() throws {
    let attempts = Attempts(exercise: "PublishSubject", state: folder.url)
    let numbers = try ["one", "one", "two", "one"].map { try attempts.keep(Data($0.utf8)) }
    let all = try attempts.all()
    let names = folder.url.appending(path: "attempts/PublishSubject").names
    #expect(numbers == [1, 1, 2, 3])
    #expect(all.map(\.number) == [1, 2, 3])
    #expect(all.map { String(decoding: $0.content, as: UTF8.self) } == ["one", "two", "one"])
    #expect(names == ["0001.swift", "0002.swift", "0003.swift"])
  }

  @Test
  func `are complete if several threads store some at the same time`() throws {
    let attempts = Attempts(exercise: "PublishSubject", state: folder.url)
    DispatchQueue.concurrentPerform(iterations: 16) { index in
      do { _ = try attempts.keep(Data("\(index)".utf8)) } catch { Issue.record(error) }
    }
    let kept = try attempts.all().map { String(decoding: $0.content, as: UTF8.self) }
    let all = (0..<16).map { "\($0)" }
    #expect(kept.sorted() == all.sorted())
  }

  @Test
  func `are numbered after the existing ones, whose names may have any length`() throws {
    let attempts = Attempts(exercise: "PublishSubject", state: folder.url)
    try attempts.keep(Data("one".utf8))
    for name in ["12345.swift", "\(Int.max).swift", "notes.txt", "x7.swift"] {
      try attempts.folder.appending(path: name).write("mine")
    }
    #expect(try attempts.keep(Data("two".utf8)) == 12346)
    #expect(attempts.folder.appending(path: "notes.txt").text == "mine")
  }

  @Test(.exitTest)
  func `are not replaced if their folder cannot be listed`() async {
    await #expect(processExitsWith: .success) {
      // Root can list any folder.
      if geteuid() == 0 { try #require(setuid(65534) == 0) }
      let temporary = try TemporaryFolder()
      let attempts = Attempts(exercise: "PublishSubject", state: temporary.url)
      try attempts.keep(Data("one".utf8))
      chmod(attempts.folder.path, 0o300)
      for call in [{ try attempts.keep(Data("two".utf8)) }, { try attempts.all().count }] {
        let error = #expect(throws: FileError.self) { try call() }
        let reason = "\(attempts.folder.path) cannot be read: Permission denied. "
        #expect(error?.description.hasPrefix(reason) == true)
      }
      chmod(attempts.folder.path, 0o700)
      #expect(try attempts.all() == [.init(number: 1, content: Data("one".utf8))])
    }
  }

  @Test
  func `that cannot be written are reported with the file and the reason`() throws {
    try folder.url.appending(path: "attempts").write("a file where the folder should be")
    let attempts = Attempts(exercise: "PublishSubject", state: folder.url)
    let error = #expect(throws: FileError.self) { try attempts.keep(Data("one".utf8)) }
    let path = attempts.url(1).path
    #expect(
      error?.description
        == "\(path) cannot be written: Not a directory. A part of the path is a file: move it away."
    )
  }
}

struct `Undo` {
  private func attempts(_ contents: String...) -> [Attempts.Attempt] {
    contents.enumerated().map { Attempts.Attempt(number: $0 + 1, content: Data($1.utf8)) }
  }

  private func plan(
    _ current: String?, _ attempts: [Attempts.Attempt], position: Int? = nil
  ) -> UndoPlan {
    UndoPlan(
      current: current.map { Data($0.utf8) }, stub: Data("stub".utf8), attempts: attempts,
      position: position)
  }

  /// The current content, the number of attempts, and the plan: what is kept, undone and redone.
  @Test(
    arguments: [
      // After a reset, whose content is an attempt.
      ("stub", 2, nil, "undo to 2"), ("stub", 2, 1, "undo to 2"), ("stub", 0, nil, ""),
      // At an attempt.
      ("two", 2, nil, "undo to 1"), ("one", 2, 1, "redo to 2"), ("one", 1, nil, ""),
      // After an edit.
      ("three", 2, nil, "keep, undo to 2"), ("three", 2, 1, "keep, undo to 2"),
      ("edited", 0, nil, "keep"),
      // The file is missing.
      (nil, 2, nil, "undo to 2"),
    ] as [(String?, Int, Int?, String)])
  func `keeps an edit, and restores the attempt before`(
    current: String?, count: Int, position: Int?, words: String
  ) {
    let all = Array(attempts("one", "two").prefix(count))
    let plan = plan(current, all, position: position)
    let parts = [
      plan.unkept.map { _ in "keep" }, plan.target.map { "undo to \($0.number)" },
      plan.next.map { "redo to \($0.number)" },
    ]
    #expect(parts.compactMap(\.self).joined(separator: ", ") == words)
  }

  @Test(arguments: [(false, [4, 3, 2, 1]), (true, [2, 3, 4, 5])])
  func `goes further each time, also over equal attempts`(isRedo: Bool, expected: [Int]) {
    let all = attempts("one", "two", "one", "three", "one")
    var content = "one"
    var position = isRedo ? 1 : nil
    var walked: [Int] = []
    func next() -> Int? {
      let plan = plan(content, all, position: position)
      return (isRedo ? plan.next : plan.target)?.number
    }
    while let number = next() {
      walked.append(number)
      content = String(decoding: all[number - 1].content, as: UTF8.self)
      position = number
    }
    #expect(walked == expected)
  }
}
