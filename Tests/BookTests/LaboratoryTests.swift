import Foundation
import TestSupport
import Testing
import Workbook

@testable import Book

extension Laboratory.Recorded {
  /// A run: its steps, and for each version its outcomes at the start and after each step.
  struct Run {
    let steps: [String]
    let outcomes: [[Laboratory.Outcome]]
  }

  var runs: [Run] { runs(through: [root]) }

  private func runs(through path: [Laboratory.Node]) -> [Run] {
    let children = path.last?.children ?? []
    guard children.isEmpty else { return children.flatMap { runs(through: path + [$0]) } }
    return [
      Run(
        steps: path.dropFirst().map { steps[$0.step] },
        outcomes: versions.indices.map { version in path.map { outcomes[$0.outcomes[version]] } })
    ]
  }

  /// The recorded laboratory of a chapter's page.
  static func recorded(on page: String) throws -> Laboratory.Recorded {
    let recordings = try PackageBook.recordings.get()
    return try #require(recordings.first { $0.page == page }?.laboratory)
  }
}

extension [Laboratory.Recorded.Run] {
  /// Some 40 runs as `driver.js` reports them: the steps, and each version's end and events.
  var sample: [String] {
    stride(from: 0, to: count, by: (count + 39) / 40).map { index in
      let versions = self[index].outcomes.map { outcomes in
        let end = outcomes.last?.cells.joined(separator: "|") ?? ""
        let mark = outcomes.last?.isWrong == true ? " ✗" : ""
        return "\(end)\(mark): \(outcomes.flatMap(\.events).joined(separator: ", "))"
      }
      return ([self[index].steps.joined(separator: ", ")] + versions).joined(separator: "\n")
    }
  }
}

struct `The race of answers` {
  @Test
  func `has 90 orders, of which 59 are right as written and all are fixed`() throws {
    let race = try Laboratory.Recorded.recorded(on: "moments-late-answer")
    let runs = race.runs
    #expect(runs.count == 90 && Set(runs.map(\.steps)).count == 90)
    for version in 0...1 {
      let wrong = runs.filter { run in
        // The server ends with the later of like and unlike. As written, the screen shows the last
        // answer, whose content is from the time of its request.
        let sent = run.steps.filter { $0 == "like" || $0 == "unlike" }
        let answered = run.steps.last?.replacing(" answered", with: "")
        let before = run.steps.prefix { $0 != "load" }.last { sent.contains($0) }
        let shown = version == 1 ? sent[1] : answered == "load" ? before ?? "unlike" : answered
        let end = run.outcomes[version].last
        return end?.cells != [sent[1], shown].map { $0 == "like" ? "liked" : "not liked" }
          || end?.isWrong != (shown == sent[1] ? nil : true)
      }
      #expect(wrong.map(\.steps) == [])
    }
    #expect(race.count.right == [59, 90])
    let text = try String(
      contentsOf: PackageBook.root.appending(path: "Docs/Moments.md"), encoding: .utf8)
    #expect(text.contains("59 of 90"))
  }
}

@Suite(.blocking)
struct `The laboratory of the chain` {
  private static let students = ["Ann", "Bob", "Cid", "Dan", "Jake", "Taylor"]

  @Test
  func `shows what memory, file and caller have after any five steps`() throws {
    let chain = try Laboratory.Recorded.recorded(on: "failed-write")
    let runs = chain.runs
    #expect(runs.count == 3125 && Set(runs.map(\.steps)).count == 3125)
    var right = [0, 0]
    var different: [[String]] = []
    for run in runs {
      let shown = [asWritten(run.steps), fixed(run.steps)]
      let outcomes = run.outcomes.map { $0.map(\.cells) }
      if outcomes != shown { different.append(run.steps) }
      for version in 0...1 {
        // The chain's contract: `get` returns the value that is in the file.
        let wrong = zip(run.steps, outcomes[version].dropFirst()).map {
          $0 == "get" && $1[1] != $1[2]
        }
        if !wrong.contains(true) { right[version] += 1 }
        #expect(wrong == run.outcomes[version].dropFirst().map { $0.isWrong == true })
      }
    }
    #expect(different == [])
    #expect(right == [1803, 3125] && chain.count.right == right)
    let text = try String(
      contentsOf: PackageBook.root.appending(path: "Docs/StorageChain.md"), encoding: .utf8)
    #expect(text.contains("As written in 1803, fixed in all."))
  }

  /// The document's chain. It writes memory first, and after a reported change every read copies
  /// the file to memory.
  private func asWritten(_ steps: [String]) -> [[String]] {
    var (memory, file, hasChanged) = ("nobody", "Ann", false)
    return [["nobody", "Ann", ""]]
      + zip(steps, Self.students.dropFirst()).map { step, next in
        var seen = ""
        switch step {
        case "get":
          if hasChanged { memory = file }
          seen = memory
        case "set": (memory, file, seen) = (next, next, "set \(next)")
        case "change outside": (file, hasChanged) = (next, true)
        case "set on a full disk": (memory, seen) = (next, "error: full")
        default: (memory, hasChanged) = ("nobody", false)
        }
        return [memory, file, seen]
      }
  }

  /// The fixed chain. A read returns the file's value, and memory keeps the last value that was
  /// read or written.
  private func fixed(_ steps: [String]) -> [[String]] {
    var (memory, file) = ("nothing", "Ann")
    return [["nothing", "Ann", ""]]
      + zip(steps, Self.students.dropFirst()).map { step, next in
        var seen = ""
        switch step {
        case "get": (memory, seen) = (file, file)
        case "set": (memory, file, seen) = (next, next, "set \(next)")
        case "change outside": file = next
        case "set on a full disk": seen = "error: full"
        default: memory = "nothing"
        }
        return [memory, file, seen]
      }
  }
}

@Suite(.blocking)
struct `The laboratory of versions` {
  @Test
  func `shows what each reader is pinned to, and the versions that are pinned`() throws {
    let versions = try Laboratory.Recorded.recorded(on: "versions")
    let runs = versions.runs
    #expect(versions.versions == ["fixed"] && versions.rule == nil)
    #expect(runs.count == 1024 && Set(runs.map(\.steps)).count == 1024)
    let different = runs.filter { $0.outcomes.map { $0.map(\.cells) } != [cells($0.steps)] }
    #expect(different.map(\.steps) == [])
    // Each of the three readers pins at most one version, and the stores always pin one.
    #expect(Set(runs.flatMap(\.outcomes).joined().map { alive($0).count }) == [1, 2, 3])
  }

  private func alive(_ outcome: Laboratory.Outcome) -> [Substring] {
    outcome.cells[3].split(separator: ", ")
  }

  /// Refreshing or writing moves a store to the newest version. Other readers stay at theirs.
  private func cells(_ steps: [String]) -> [[String]] {
    var contents = ["", "Ann"]
    var (a, b, copy) = (1, 1, 0)
    func row() -> [String] {
      let shown = [a, b, copy].map { $0 == 0 ? "" : "\($0): \(contents[$0])" }
      let alive = Set([a, b, copy]).subtracting([0]).sorted().map { "\($0)" }
      return shown + [alive.joined(separator: ", ")]
    }
    return [row()]
      + zip(steps, ["Bob", "Cid", "Dan", "Jake", "Taylor"]).map { step, next in
        if step.hasSuffix("writes") { contents.append("\(contents[contents.count - 1]), \(next)") }
        switch step {
        case "A refreshes", "A writes": a = contents.count - 1
        case "B writes": b = contents.count - 1
        case "A freezes": copy = a
        default: copy = 0
        }
        return row()
      }
  }
}

extension MovedObservers.Run {
  /// The events that each call sends, with the observer's number before each event and a comma
  /// between calls.
  var calls: String {
    let events = recording.events
    return events.indices.filter { events[$0].inside == nil }.map { call in
      events.filter { $0.inside == call + 1 && $0.kind != .line }
        .map { "\($0.to?.suffix(1) ?? "")\($0.kind == .complete ? "|" : $0.text)" }.joined()
    }
    .joined(separator: ",")
  }
}

struct `Two observers at any moment` {
  private let kinds = MovedObservers.all

  @Test
  func `have a run for each pair of moments`() {
    #expect(kinds.count == 12)
    let wrong = kinds.filter { $0.runs.count != ($0.sent.count + 1) * ($0.sent.count + 1) }
    #expect(wrong.map(\.name) == [])
    // One line creates the subject, one sends each value, and two subscribe.
    let short = kinds.filter { kind in kind.runs.contains { $0.code.count != kind.sent.count + 3 } }
    #expect(short.map(\.name) == [])
  }

  @Test(arguments: [
    // The document's three sequences: the observers subscribe at 1 and 2, with a buffer at 2 and 3.
    ("PublishSubject", 1, 2, ",,12,,1323,1|2|,"),
    ("BehaviorSubject", 1, 2, ",11,12,22,1323,1|2|,"),
    ("ReplaySubject of 2", 2, 3, ",,1112,13,2223,1|2|,"),
    ("ReplaySubject of 0", 4, 5, ",,,,1|,,2|"),
    ("ReplaySubject of 3", 4, 5, ",,,,1112131|,,2122232|"),
    ("PublishRelay", 4, 4, ",,,,,"),
    ("BehaviorRelay", 4, 4, ",,,,14,24"),
    ("ReplayRelay of 1", 0, 4, ",11,12,13,14,24"),
  ])
  func `receive the events that the kind of subject replays and sends`(
    name: String, first: Int, second: Int, calls: String
  ) throws {
    let kind = try #require(kinds.first { $0.name == name })
    #expect(kind.runs[first * (kind.sent.count + 1) + second].calls == calls)
  }
}
