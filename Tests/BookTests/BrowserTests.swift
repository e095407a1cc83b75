import Foundation
import TestSupport
import Testing
import Workbook

@testable import Book

/// The site's scripts for pictures, predictions, progress and search, run once in a browser.
struct `The book in a browser` {
  /// A step of a picture, with the marks, code and printed lines that it highlights.
  struct Move: Decodable, Equatable {
    let step: String
    let mark: String
    let code: String
    var printed: [String] = []
  }

  /// The driver's results from the pages that it opened.
  struct Seen: Decodable {
    let errors: [String]
    /// The addresses outside the folder from which a page loaded something.
    let requests: [String]
    let moves: [Move]
    /// Whether the picture stops at its end when it is played.
    let isPlayed: Bool
    /// The number of steps in words.
    let list: Int
    /// The state of each picture, and the most changes that a step makes to its page.
    let pictures: [String]
    let changes: Int
    /// The values that observers receive after they were moved with keys and with the mouse.
    let moved: [String]
    let dragged: String
    /// For two pages that compare runs: the first difference, the end, and the counts that differ.
    let lockstep: [String]
    /// The results of laboratory runs that were selected with the slider, then with keys, and the
    /// text that each laboratory announces one step before the end of the last run.
    let runs: [[String]]
    let announced: [String]
    /// A prediction: the initially hidden lines, the choices, the remarks, and the stored results.
    let hidden: Int
    let choices: [String]
    let comparisons: [[String]]
    let remarks: [String]
    let results: String
    let isRevealed: Bool
    /// Whether the lines of each case count as equal.
    let compared: [Bool]
    /// The pages that are marked as read, the reader's progress, and the copied command.
    let read: [String]
    let progress: String
    let copied: String
    /// The first button of the picture on the first page for a reader who prefers no motion.
    let still: String
    /// The status and the first results of each search.
    let found: [String: [String]]
    /// The accessibility problems of the inspected pages.
    let barriers: [String]
    /// The elements that a page shows without scripts, and the rules that it follows in print.
    let plain: [String]
    let printed: [Bool]
  }

  static let inspected = [
    "index.html", "Subjects/publish-subject.html", "DDA/rename.html",
    "StorageChain/failed-write.html",
    "Chapters/Subjects/Exercises/PublishSubject/Task.html", "Exercises.html", "search.html?q=late",
    "Errata.html", "Chapters/Subjects/Pages/Error.swift.html",
  ]
  /// Searches, each with the beginning of the first result or of the status.
  static let questions = [
    (
      "late subscriber",
      "What does a late subscriber receive? | after-the-end · Subjects and relays"
    ),
    (
      "next(3)",
      "Five events, and two observers that come late | publish-subject · Subjects and relays | "
        + "observer1: next(3) a line of output"
    ),
    ("\"the last event\"", "3. The last event | Subjects and relays"),
    ("after-the-end", "What does a late subscriber receive? | after-the-end"),
    ("E-08", "E-08 | Errata"), ("S0-25", "S0-25 | What the documents claim"),
    ("<script>", "No page has all of this: <script>"), ("", "Type words"),
  ]

  @Test(.enabled(if: Browser.isInstalled, "chromium is not installed"))
  func
    `plays pictures, checks predictions, keeps progress and finds pages, without an error or a request`()
    async throws
  {
    let temporary = try TemporaryFolder("book")
    let recordings = try PackageBook.recordings.get()
    let folder = BookFolder(temporary.url.appending(path: "site"))
    let site = try PackageBook.site.get()
    try folder.write(site)
    let pictures =
      ["Subjects/publish-subject.html"]
      + Dictionary(grouping: recordings, by: \.picture).values.compactMap { group in
        group.max { $0.events.count < $1.events.count }
      }
      .compactMap { recording in
        site.files.keys.first { $0.hasSuffix("/\(recording.page).html") }
      }.sorted()
    let laboratories = try ["moments-late-answer", "failed-write", "versions"].map(
      Laboratory.Recorded.recorded)
    let driver = folder.url.appending(path: "driver.html")
    let script = try String(
      contentsOf: PackageBook.root.appending(path: "Tests/BookTests/driver.js"), encoding: .utf8)
    let lines = String(
      decoding: try JSONEncoder().encode(ComparedLines.cases.map { [$0.printed, $0.written] }),
      as: UTF8.self)
    let lists = """
      const pictures = \(pictures), comparedLines = \(lines), inspected = \(Self.inspected), questions = \(Self.questions.map(\.0));
      """
    let rules = try String(
      contentsOf: PackageBook.root.appending(path: "Tests/BookTests/accessibility.js"),
      encoding: .utf8)
    try Data("<script>\(lists)\n\(rules)\n\(script)</script>".utf8).write(to: driver)
    // The first option gives the driver and the pages in its frames one origin, as a server does.
    let seen = try await Browser.seen(
      Seen.self, on: driver, after: 120_000, "--allow-file-access-from-files",
      "--force-prefers-reduced-motion")
    #expect(seen.errors == [] && seen.requests == [])
    #expect(
      seen.moves == [
        Move(step: "1 of 12: sent sends 1", mark: "send 1", code: "sender.onNext(1)"),
        Move(
          step: "2 of 12: observer1 subscribes", mark: "subscribe ",
          code: "subject.subscribe(\"observer1\", in: transcript).disposed(by: bag)"),
        // Clicks on the second printed line, on the sixth mark, and on the first line of code.
        Move(
          step: "7 of 12: observer1 receives 3, and the page prints “observer1: next(3)”",
          mark: "receive 3", code: "sender.onNext(3)", printed: ["observer1: next(3)"]),
        Move(step: "6 of 12: sent sends 3", mark: "send 3", code: "sender.onNext(3)"),
        Move(step: "1 of 12: sent sends 1", mark: "send 1", code: "sender.onNext(1)"),
        // Played to the end.
        Move(step: "12 of 12: sent sends 4", mark: "send 4", code: "sender.onNext(4)"),
        // One step back.
        Move(
          step:
            "11 of 12: observer2 receives completed, and the page prints “observer2: completed”",
          mark: "complete ", code: "sender.onCompleted()", printed: ["observer2: completed"]),
      ])
    #expect(seen.isPlayed && seen.list == 12)
    #expect(seen.pictures == pictures.map { _ in "drawn" })
    // Only highlighted marks, lines and rows change: fewer than the largest picture has marks.
    #expect((4...60).contains(seen.changes))
    let subjects = MovedObservers.all.filter { $0.name.contains("Subject") }
    #expect(
      seen.moved
        == subjects.map { kind in
          kind.runs.map { $0.calls.replacing(",", with: "") }.joined(separator: ",")
        })
    #expect(seen.dragged == "observer1 subscribes before 3 and receives next(3), completed")
    #expect(
      seen.lockstep == [
        "2 of 24: as written: chain calls memory: set Ann; fixed: chain calls file: set Ann. "
          + "Here the two runs begin to differ.",
        "24 of 24: as written: chain returns Bob; fixed: has ended. They begin to differ at step 2.",
        "memory set 5 2; file get 4 1",
        // The page as written saves the wrong list, so its second load requests the list again.
        "5 of 12: as written: repository calls store: save 0 news; fixed: repository calls store: "
          + "save 2 news. Here the two runs begin to differ.",
        "12 of 12: as written: repository returns 2 news; fixed: has ended. They begin to differ at step 5.",
        "remote requestNewsList 2 1; store save 2 1",
      ])
    #expect(seen.runs == laboratories.map { $0.runs.sample })
    #expect(
      seen.announced == [
        "5 of 6 steps: unlike, unlike answered, like, like answered, load. as written: server liked; "
          + "screen liked. fixed: server liked; screen liked.",
        "4 of 5 steps: relaunch, relaunch, relaunch, relaunch. as written: memory "
          + "nobody; file Ann. fixed: memory nothing; file Ann.",
        "4 of 5 steps: A freezes, the copy is released, A freezes, the copy is released. A 1: Ann; "
          + "B 1: Ann; versions alive 1.",
      ])
    #expect(seen.hidden == 5 && seen.isRevealed)
    #expect(
      seen.choices == [
        "observer1: completed", "observer1: next(2)", "observer2: completed", "observer2: next(3)",
      ])
    #expect(
      seen.comparisons == [
        [
          "yours observer2: next(3)", "printed observer1: next(3)",
          "The page prints your line later, as line 3.",
        ],
        ["yours nothing", "printed observer2: completed", "The page does not print your line."],
      ])
    #expect(seen.remarks == ["3 of 5 lines predicted; the first wrong one was line 2."])
    #expect(
      seen.results == #"{"Chapter-Subjects publish-subject":{"asked":5,"right":3,"first":2}}"#)
    #expect(seen.compared == ComparedLines.cases.map(\.isEqual))
    #expect(seen.read == ["hub.html"])
    #expect(seen.progress.hasPrefix("1 of ") && seen.progress.hasSuffix(" pages read, go on"))
    #expect(seen.copied == "swift run Chapter-Subjects hub" && seen.still == "Play")
    for (question, first) in Self.questions {
      let found = seen.found[question, default: []]
      #expect(found.contains { $0.hasPrefix(first) }, "\(question): \(found)")
    }
    #expect(seen.barriers == [])
    #expect(
      seen.plain == [
        ".contents a[aria-current]: true", ".run code: true", ".picture svg: true",
        ".predict, button: false",
      ])
    // Controls are hidden. Lines, pictures and details are shown. No mark is pale. The page fits.
    #expect(seen.printed == [true, true, true, true, true, true])
  }
}
