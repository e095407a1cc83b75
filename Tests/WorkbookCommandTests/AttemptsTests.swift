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
    let attempts = Attempts(of: "PublishSubject", in: folder.url)
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
    let attempts = Attempts(of: "PublishSubject", in: folder.url)
    DispatchQueue.concurrentPerform(iterations: 16) { index in
      do { _ = try attempts.keep(Data("\(index)".utf8)) } catch { Issue.record(error) }
    }
    let kept = try attempts.all().map { String(decoding: $0.content, as: UTF8.self) }
    #expect(Set(kept) == Set((0..<16).map(String.init)))
    #expect(kept.count == 16)
  }

  @Test
  func `are numbered after the existing ones, whose names may have any length`() throws {
    let attempts = Attempts(of: "PublishSubject", in: folder.url)
    try attempts.keep(Data("one".utf8))
    for name in ["12345.swift", "notes.txt", "x7.swift"] {
      try attempts.folder.appending(path: name).write("mine")
    }
    let number = try attempts.keep(Data("two".utf8))
    #expect(number == 12346)
    #expect(attempts.folder.appending(path: "notes.txt").text == "mine")
  }

  @Test
  func `that cannot be written are reported with the file and the reason`() throws {
    try folder.url.appending(path: "attempts").write("a file where the folder should be")
    let attempts = Attempts(of: "PublishSubject", in: folder.url)
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

  @Test
  func `after a reset restores what was reset`() {
    let result = plan("stub", attempts("one", "two"))
    #expect(result.target == 2)
    #expect(!result.keepsCurrent)
  }

  @Test
  func `of an attempt restores the one before, and stores an edit first`() {
    let kept = plan("two", attempts("one", "two"))
    let edited = plan("three", attempts("one", "two"))
    #expect(kept.target == 1)
    #expect(!kept.keepsCurrent)
    #expect(edited.target == 2)
    #expect(edited.keepsCurrent)
  }

  @Test
  func `goes further back each time, also over equal attempts`() {
    let all = attempts("one", "two", "one", "three", "one")
    var content = "one"
    var position: Int?
    var walked: [Int] = []
    while let target = plan(content, all, position: position).target {
      walked.append(target)
      content = String(decoding: all[target - 1].content, as: UTF8.self)
      position = target
    }
    #expect(walked == [4, 3, 2, 1])
  }

  @Test
  func `has no target before the first attempt`() {
    #expect(plan("stub", []).target == nil)
    #expect(plan("one", attempts("one")).target == nil)
    #expect(plan("edited", []).target == nil)
  }

  @Test
  func `restores the last attempt if the file is missing`() {
    let result = plan(nil, attempts("one", "two"))
    #expect(result.target == 2)
    #expect(!result.keepsCurrent)
  }

  @Test
  func `begins at the last attempt after an edit`() {
    let result = plan("three", attempts("one", "two"), position: 1)
    #expect(result.target == 2)
    #expect(result.keepsCurrent)
  }

  @Test
  func `is taken back by a redo, also over equal attempts`() {
    let all = attempts("one", "two", "one", "three", "one")
    var content = "one"
    var position: Int? = 1
    var walked: [Int] = []
    while let next = plan(content, all, position: position).next {
      walked.append(next)
      content = String(decoding: all[next - 1].content, as: UTF8.self)
      position = next
    }
    #expect(walked == [2, 3, 4, 5])
  }

  @Test
  func `has nothing to redo at the last attempt, after an edit, or after a reset`() {
    #expect(plan("two", attempts("one", "two")).next == nil)
    #expect(plan("edited", attempts("one", "two"), position: 1).next == nil)
    #expect(plan("stub", attempts("one", "two"), position: 1).next == nil)
    #expect(plan(nil, attempts("one", "two")).next == nil)
  }
}
