import Foundation
import LayeredStorage
import Subcommands
import TestSupport
import Testing

@testable import Classroom

extension `The reports of a class` {
  /// The disk fills up when the page is written, after the tables and the feedback.
  @Test(.exitTest)
  func `remain those of the last run when the disk fills up`() async throws {
    await #expect(processExitsWith: .success) {
      let test = try `The reports of a class`()
      try test.report()
      let before = test.texts()
      let failure = #expect(throws: FileError.self) {
        try test.report(adjustments: "learner,points,reason\nann,1,\n") { _ in
          ResourceLimit.fileSize.set(try #require(before["index.html"]).utf8.count - 100)
        }
      }
      #expect(failure?.path == test.course.results.url.appending(path: "index.html").path)
      #expect(failure?.reason == .tooLarge)
      #expect(Set(before.keys).isSuperset(of: ["index.html", "feedback/bob.md", "canvas.csv"]))
      var after = test.texts()
      after["adjustments.csv"] = before["adjustments.csv"]
      #expect(after == before)
    }
  }

  @Test(arguments: ["index.html", "feedback"])
  func `remain those of the last run when one cannot be replaced`(path: String) throws {
    try report()
    let place = course.results.url.appending(path: path)
    let before = texts().filter { !$0.key.hasPrefix(path) && $0.key != "adjustments.csv" }
    try FileManager.default.removeItem(at: place)
    if path == "index.html" {
      try FileManager.default.createDirectory(at: place, withIntermediateDirectories: false)
    } else {
      try Data().write(to: place)
    }
    let failure = #expect(throws: FileError.self) {
      try report(adjustments: "learner,points,reason\nann,1,late\n")
    }
    let after = texts().filter { !$0.key.hasPrefix(path) && $0.key != "adjustments.csv" }
    #expect(failure?.path.hasPrefix(place.path) == true)
    #expect(after == before)
  }

  /// Another device than the temporary files have. Nil if there is none.
  private static let otherDevice: URL? = {
    let device = { (path: String) in
      try? FileManager.default.attributesOfFileSystem(forPath: path)[.systemNumber] as? UInt
    }
    let memory = "/dev/shm"
    return FileManager.default.isWritableFile(atPath: memory)
      && device(memory) != device(FileManager.default.temporaryDirectory.path)
      ? URL(filePath: memory) : nil
  }()

  /// The tables are renamed first, and a file cannot be renamed to another device.
  @Test(.enabled(if: otherDevice != nil))
  func `remain those of the last run when one of them cannot be renamed`() throws {
    let other = try #require(Self.otherDevice).appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: other, withIntermediateDirectories: false)
    defer { try? FileManager.default.removeItem(at: other) }
    try report()
    let feedback = course.results.url.appending(path: "feedback")
    try FileManager.default.removeItem(at: feedback)
    try FileManager.default.createSymbolicLink(at: feedback, withDestinationURL: other)
    try FileManager.default.removeItem(at: course.results.url.appending(path: "checks.csv"))
    let before = texts()
    let failure = #expect(throws: FileError.self) {
      try report(adjustments: "learner,points,reason\nann,1,late\n")
    }
    var after = texts()
    after["adjustments.csv"] = before["adjustments.csv"]
    #expect(failure?.reason == SystemError(rawValue: EXDEV))
    #expect(after == before)
  }

  @Test
  func `come back when a run was killed while they were renamed, and the next cannot complete it`()
    throws
  {
    try report()
    let results = course.results
    for (path, text) in [
      ("gradebook.csv", "new"), ("data/former/gradebook.csv", "old"), ("data/ready/index.html", ""),
    ] { try results.write(text, to: path) }
    let page = results.url.appending(path: "index.html")
    try FileManager.default.removeItem(at: page)
    try FileManager.default.createDirectory(at: page, withIntermediateDirectories: false)
    #expect(throws: FileError.self) { try NewReports(in: results) }
    #expect(results.file("gradebook.csv") == "old")
    _ = try NewReports(in: results)
    #expect(results.file("gradebook.csv") == "old")
  }

  @Test
  func `are completed by the next run when a run was killed while they were renamed`() throws {
    try report()
    let url = course.results.url
    try report(adjustments: "learner,points,reason\nann,1,\n") { reports in
      for (folder, text) in [("data/ready", "ready"), ("data/new", "new")] {
        try reports.results.write("\(text) 1", to: "\(folder)/feedback/ann.md")
        try reports.results.write("\(text) 2", to: "\(folder)/gradebook.csv")
      }
      _ = try NewReports(in: reports.results)
      #expect(reports.results.file("gradebook.csv") == "ready 2")
      #expect(reports.results.file("feedback/ann.md") == "ready 1")
      #expect(!FileManager.default.fileExists(atPath: url.appending(path: "data/new").path))
      #expect(!FileManager.default.fileExists(atPath: url.appending(path: "data/ready").path))
    }
  }

  @Test
  func `keep the permissions of those that they replace`() throws {
    try report()
    let path = course.results.url.appending(path: "gradebook.csv").path
    chmod(path, 0o600)
    try report(adjustments: "learner,points,reason\nann,9,\n")
    let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
    #expect(mode == 0o600)
    #expect(course.results.file("gradebook.csv")?.contains(",9,9,") == true)
  }
}

extension `The reports of a class` {
  @Test
  func `leave the points open where a pack is damaged`() throws {
    try course.handIn("bob/RelayHub.swift", "// 2 of bob")
    try course.handIn("cid_workbook-pack.txt", "DataLayerWorkbook pack 1\n")
    try course.handIn("eve/PublishSubject.swift", "// 4 of eve")
    try FileManager.default.removeItem(at: course.submissions.appending(path: "ann"))
    let result = try report(adjustments: "learner,points,reason,Lesson\ncid,1,talk,7\n")
    let statistics = ClassStatistics(result)
    #expect(result.lines[1].summary.hasPrefix("cid: not graded yet (The pack is damaged: it "))
    #expect(
      try #require(course.results.file("gradebook.csv")).contains(
        "\r\ncid,cid,not graded,not graded,not graded,0,0,1,not graded,Not graded yet. "
          + "The pack is damaged: it lists no exercise. Ask for the file that `workbook pack` "))
    #expect(statistics.median == 4.5)
    #expect(statistics.exercises.map(\.median) == [3.5, 2])
    #expect(statistics.exercises.map(\.learners) == [2, 1])
    #expect(statistics.distribution.reduce(0, +) == 2)
    #expect(statistics.checks.map(\.learners) == [2, 2, 2, 2, 2, 1, 1, 1, 1, 1])
    #expect(statistics.checks.map(\.missing) == [0, 0, 0, 0, 0, 1, 1, 1, 1, 1])
    let json = try #require(course.results.file("class.json"))
    #expect(json.components(separatedBy: "\"graded\" : false").count == 2)
    for key in ["final", "raw", "RelayHub"] { #expect(json.contains("\"\(key)\" : null")) }
    let index = try #require(course.results.file("index.html"))
    #expect(index.components(separatedBy: "title=\"not graded yet: The pack is").count == 3)
    #expect(index.components(separatedBy: " GRADER-ERROR\">?</td>").count == 11)
    let html = try #require(course.results.file("feedback/cid.html"))
    let markdown = try #require(course.results.file("feedback/cid.md"))
    #expect(html.contains("<h1><bdi>cid</bdi>: not graded yet</h1>"))
    #expect(markdown.contains("\n# Not graded yet\n"))
    for text in [html, markdown] {
      #expect(!text.contains(/\b0 (of|\|)/) && text.contains("?"))
      #expect(text.components(separatedBy: "The pack is damaged").count == 5)
    }
  }

  @Test
  func `of a learner without a submission are removed`() throws {
    try report()
    try FileManager.default.removeItem(at: course.submissions.appending(path: "bob"))
    // The teacher's own.
    let page = "<title>Feedback</title>"
    for name in ["notes.md", "notes.html", "sent.md/x"] {
      try course.results.write(page, to: "feedback/\(name)")
    }
    try report(adjustments: "learner,points,reason\n")
    let kept = ["ann.html", "ann.md", "notes.html", "notes.md", "sent.md"]
    #expect(course.results.names(in: "feedback") == kept)
    // A killed run's reports have no learners, and are completed.
    try course.results.write(#"{ "learners": [] }"#, to: "data/ready/class.json")
    _ = try NewReports(in: course.results)
    #expect(course.results.names(in: "feedback") == ["notes.html", "notes.md", "sent.md"])
  }

  @Test
  func `keep a file of the teacher's own under another name`() throws {
    try FileManager.default.removeItem(at: course.submissions.appending(path: "bob"))
    try report()
    for name in ["bob.md", "bob (1).md"] { try course.results.write(name, to: "feedback/\(name)") }
    let link = course.results.url.appending(path: "feedback/bob.html")
    try FileManager.default.createSymbolicLink(atPath: link.path, withDestinationPath: "no/where")
    try course.handIn("bob/RelayHub.swift", "// 2 of bob")
    for _ in 1...2 { try report(adjustments: "learner,points,reason\n") }
    #expect(
      course.results.names(in: "feedback") == [
        "ann.html", "ann.md", "bob (1).html", "bob (1).md", "bob (2).md", "bob.html", "bob.md",
      ])
    #expect(course.results.file("feedback/bob (1).md") == "bob (1).md")
    #expect(course.results.file("feedback/bob (2).md") == "bob.md")
  }
}
