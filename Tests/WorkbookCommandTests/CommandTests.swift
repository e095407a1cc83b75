import Foundation
import Grading
import Terminal
import TestSupport
import Testing

@testable import WorkbookCommand

struct `The command`: ~Copyable {
  let workshop: Workshop
  init() throws { workshop = try Workshop() }

  @Test
  func `shows the progress and the next exercise`() {
    let printed = workshop.run()
    let folder = workshop.exercise.folder
    #expect(
      printed.output == """
        0 of 1 exercises solved, 0 of 5 points

        Next: PublishSubject, Only what comes after you subscribe
          the file is as it was handed out

          the task       \(folder)/Task.md
          your file      \(folder)/Exercise.swift
          the chapter    Docs/Subjects.md
          check it       swift run workbook check PublishSubject
          on each save   swift run workbook watch PublishSubject
          a hint         swift run workbook hint PublishSubject
          all exercises  swift run workbook list

        """)
    #expect(printed.status == .success)
    #expect(workshop.state.names == [])
  }

  @Test
  func `shows one more hint each time, and counts them`() throws {
    let hints = (1...4).map { _ in workshop.run("hint").output }
    let firstLines = hints.map { $0.prefix { $0 != "\n" } }
    let count = workshop.run("list", "--json").output
    let page = workshop.file.deletingLastPathComponent().appending(path: "Hints.md")
    try page.write("1. No link\n")
    let unreadable = workshop.run("hint").complaints
    try FileManager.default.removeItem(at: page)
    let missing = workshop.run("hint")
    #expect(unreadable.contains(page.path) && unreadable.contains("A hint does not end with"))
    #expect(missing.complaints.hasPrefix("workbook: \(page.path) cannot be read: No such file"))
    #expect(missing.status == .cannotWrite)
    #expect(
      firstLines == [
        "PublishSubject: hint 1 of 3", "PublishSubject: hint 2 of 3",
        "PublishSubject: hint 3 of 3", "PublishSubject: these are all the hints there are.",
      ])
    #expect(count.contains(#""hintsShown" : 3"#))
  }

  @Test
  func `does not show what no check has written into the progress`() throws {
    try workshop.file.write("mine")
    let progress = ProgressFile(folder: workshop.state) { Issue.record("\($0)") }
    progress.update { $0["PublishSubject"] = .init(verdict: .fail, score: 500, hintCount: -7) }
    let listed = workshop.run("list", "--json").output
    let hint = workshop.run("hint").output
    #expect(workshop.run("list").output.contains("  0 of 5  unchecked  "))
    #expect(listed.contains(#""hintsShown" : 0"#))
    #expect(hint.hasPrefix("PublishSubject: hint 1 of 3"))
    progress.update { $0["PublishSubject"].hintCount = .max }
    #expect(workshop.run("hint").output.hasPrefix("PublishSubject: these are all the hints"))
  }

  @Test
  func `resets a file and undoes that without losing any version`() throws {
    try workshop.file.write("first")
    let reset = workshop.run("reset", "PublishSubject")
    let afterReset = workshop.file.text
    try workshop.file.write("second")
    _ = workshop.run("reset", "PublishSubject")
    let again = workshop.run("reset", "PublishSubject")
    var walked: [String?] = []
    while workshop.run("undo", "PublishSubject").status == .success {
      walked.append(workshop.file.text)
    }
    let atTheEnd = workshop.run("undo", "PublishSubject")
    #expect(
      reset.output == """
        PublishSubject is as it was handed out.
        The previous content is kept: .workbook/attempts/PublishSubject/0001.swift
        swift run workbook undo PublishSubject brings it back.

        """)
    #expect(afterReset == workshop.stub.text)
    #expect(again.output.hasSuffix("there is nothing to reset.\n"))
    #expect(walked == ["second", "first"])
    #expect(
      atTheEnd.complaints
        == "workbook: there is no attempt at PublishSubject before this one; redo goes to the next\n"
    )
    #expect(atTheEnd.status == .failure)
  }

  @Test
  func `redoes an undo, and each command says what the other restores`() throws {
    try workshop.file.write("first")
    _ = workshop.run("reset", "PublishSubject")
    try workshop.file.write("second")
    let undone = workshop.run("undo", "PublishSubject")
    let restored = workshop.file.text
    let redone = workshop.run("redo", "PublishSubject")
    let again = workshop.file.text
    let atTheEnd = workshop.run("redo", "PublishSubject")
    try workshop.file.write(try #require(workshop.stub.text))
    let afterReset = workshop.run("undo", "PublishSubject")
    #expect(
      undone.output == """
        PublishSubject is back at attempt 1.
        The previous content is kept: .workbook/attempts/PublishSubject/0002.swift
        swift run workbook redo PublishSubject brings back attempt 2.

        """)
    #expect(restored == "first")
    #expect(
      redone.output == """
        PublishSubject is back at attempt 2.
        swift run workbook undo PublishSubject brings back attempt 1.

        """)
    #expect(again == "second")
    #expect(
      atTheEnd.complaints == """
        workbook: there is no attempt at PublishSubject after this one; undo goes to the one before

        """)
    #expect(
      afterReset.output == """
        PublishSubject is back at attempt 2.
        swift run workbook reset PublishSubject brings back the file as handed out.

        """)
  }

  @Test
  func `resets a link itself instead of its target`() throws {
    let elsewhere = workshop.folder.url.appending(path: "elsewhere.swift")
    try elsewhere.write("not the workbook's")
    try FileManager.default.removeItem(at: workshop.file)
    try FileManager.default.createSymbolicLink(at: workshop.file, withDestinationURL: elsewhere)
    let printed = workshop.run("reset", "PublishSubject")
    let link = try? FileManager.default.destinationOfSymbolicLink(atPath: workshop.file.path)
    #expect(printed.status == .success)
    #expect(link == nil)
    #expect(workshop.file.text == workshop.stub.text)
    #expect(elsewhere.text == "not the workbook's")
  }

  @Test
  func `refuses a file of the largest size without allocating it`() throws {
    try workshop.file.write("")
    // The largest size that the system has, or a terabyte where the file system has less.
    let size = [off_t.max, 1 << 40].first { truncate(workshop.file.path, $0) == 0 }
    guard let size else { return }
    let megabytes = (size - 1) / 1_048_576 + 1
    let checked = workshop.run("check")
    let listed = workshop.run("list")
    let reset = workshop.run("reset", "PublishSubject")
    #expect(checked.output.contains("The file has \(megabytes) MB; a solution fits into 1 MB."))
    #expect(checked.status == .failure)
    #expect(listed.status == .success)
    #expect(reset.status == .cannotWrite)
    #expect(reset.complaints.contains("cannot be read: File too large. A text is never that large"))
  }

  @Test
  func `does not reset a file that it cannot store`() throws {
    try workshop.file.write("mine")
    try workshop.state.write("a file where the folder should be")
    let printed = workshop.run("reset", "PublishSubject")
    #expect(printed.status == .cannotWrite)
    #expect(printed.complaints.contains("/.workbook cannot be written: Not a directory."))
    #expect(workshop.file.text == "mine")
  }

  @Test
  func `restores a missing file`() throws {
    try FileManager.default.removeItem(at: workshop.file)
    let listed = workshop.run("list").output
    let reset = workshop.run("reset", "PublishSubject")
    #expect(listed.contains("PublishSubject  0 of 5  no file"))
    #expect(reset.status == .success)
    #expect(workshop.file.text == workshop.stub.text)
  }

  @Test
  func `shows a solution only after a pass or with --give-up`() {
    let refused = workshop.run("solution", "PublishSubject")
    let given = workshop.run("solution", "PublishSubject", "--give-up")
    #expect(refused.status == .failure)
    #expect(refused.output == "")
    #expect(refused.complaints.contains("has not passed yet"))
    #expect(given.status == .success)
    #expect(given.complaints == "")
    #expect(given.output.contains(workshop.solution.text ?? "no file"))
    #expect(workshop.run("solution", "PublishSubject").output == given.output)
  }

  @Test
  func `names the workbook's folder as the place to run in`() throws {
    let elsewhere = try TemporaryFolder()
    let lost = workshop.run("--package-path", elsewhere.url.path)
    let inside = workshop.run("list", "--package-path", workshop.exercise.folder)
    #expect(lost.status == .usage)
    #expect(
      lost.complaints.hasPrefix(
        "workbook: \(elsewhere.url.path.debugDescription) is not the workbook's folder: "))
    #expect(inside.status == .success)
  }

  @Test
  func `finds a complete workbook healthy, and reports what is missing`() throws {
    let healthy = workshop.run("doctor")
    try workshop.stub.write("no code")
    let unbuilt = workshop.run("doctor")
    try [workshop.file, workshop.stub, workshop.hints].forEach(FileManager.default.removeItem(at:))
    let broken = workshop.run("doctor")
    #expect(healthy.output.contains("ok       exercises  1, complete"))
    #expect(healthy.output.contains("ok       progress   can be kept in .workbook"))
    #expect(healthy.status == .success)
    #expect(healthy.output.contains("ok       building   programs can be built in "))
    #expect(unbuilt.output.contains("problem  building   TMPDIR is "))
    #expect(unbuilt.output.contains("Not even the stub"))
    #expect(unbuilt.status == .failure)
    #expect(broken.output.contains("problem  exercises  missing files: 3,"))
    #expect(broken.output.contains("Copy it from the workbook") && broken.status == .failure)
    #expect(workshop.state.names == ["lock"])
    let remedy = "A folder is at this path: choose another path, or move the folder away."
    for name in ["lock", "progress.json"] {
      try FileManager.default.removeItem(at: workshop.state)
      try FileManager.default.createDirectory(
        at: workshop.state.appending(path: name), withIntermediateDirectories: true)
      let unread = workshop.run("doctor")
      #expect(unread.output.contains("problem  progress   "))
      let words = unread.output.split(whereSeparator: \.isWhitespace).joined(separator: " ")
      #expect(
        words.hasSuffix(
          ". \(remedy) Until then checks work, but verdicts, hints and attempts may be lost."))
      // A long path is broken where the line ends.
      #expect(words.replacing(" ", with: "").contains("/\(name)cannotbe"))
    }
  }
}
