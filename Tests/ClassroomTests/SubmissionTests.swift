import Foundation
import TestSupport
import Testing

@testable import Classroom
@testable import Grading

struct `A submission`: ~Copyable {
  let folder: TemporaryFolder
  let exercise: Exercise

  init() throws {
    let exercise = try #require(Catalog.exercise(named: "PublishSubject"))
    folder = try TemporaryFolder()
    self.exercise = exercise
  }

  private var place: URL { folder.url.appending(path: exercise.folder) }

  private func chosen() -> String {
    let path = submission.file(for: exercise).path
    return String(path.dropFirst(folder.url.path.count + 1))
  }

  private var submission: Submission {
    Submission(folder.url, exercises: [exercise], package: Independent.package)
  }

  /// Writes a file and creates the folders in its path.
  private func write(_ path: String, _ text: String = "final class PublishSubject {}") throws {
    let file = folder.url.appending(path: path)
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: file)
  }

  @Test
  func `has an exercise's file in its folder, or by its name at the top`() throws {
    let whenEmpty = chosen()
    try write("PublishSubject.swift")
    let atTheTop = chosen()
    try write(exercise.file)
    let atItsPlace = chosen()
    #expect(whenEmpty == "\(exercise.folder)/Exercise.swift")
    #expect(atTheTop == "PublishSubject.swift")
    #expect(atItsPlace == "\(exercise.folder)/Exercise.swift")
  }

  @Test
  func `is an empty file, a damaged pack or the stub only without another file`() throws {
    let stub = try SubmittedFile.text(of: Independent.package.stub(exercise))
    let pack = Pack.text(of: [(exercise.name, "FAIL", stub)], summary: "")
    try write("old/PublishSubject.swift")
    try write(exercise.file, "\u{FEFF}" + stub.replacing("\n", with: "\r\n"))
    for text in [pack, " ", String(pack.dropLast(9))] {
      try write("workbook-pack.txt", text)
      let unused = submission.unused
      let reason = "old/PublishSubject.swift was used"
      #expect(unused == ["\(exercise.file) (\(reason))", "workbook-pack.txt (\(reason))"])
      try write(exercise.file, " ")
    }
  }

  @Test
  func `is found in folders of folders, as Windows unpacks them`() throws {
    try write("notes.txt", "For my teacher")
    try write("lee/lee/DataLayerWorkbook/\(exercise.file)")
    try write("lee/lee/DataLayerWorkbook/Sources/Exercises/Subjects/Other.swift")
    let nested = chosen()
    try write("lee/old/PublishSubject.swift")
    let outer = chosen()
    let unused = submission.unused
    #expect(nested == "lee/lee/DataLayerWorkbook/\(exercise.file)")
    #expect(outer == "lee/old/PublishSubject.swift")
    let other = "it is neither a Swift file nor a pack"
    #expect(unused == ["\(nested) (\(outer) was used)", "notes.txt (\(other))"])
  }

  @Test
  func `names folders with files of one exercise, as a class's folder has them`() throws {
    try write("ann/PublishSubject.swift")
    try write("ann/PublishSubject-1.swift")
    let ofOne = submission.rivalFolders
    try write("bob/old/PublishSubject.swift")
    let ofTwo = submission.rivalFolders
    #expect(ofOne == [])
    #expect(ofTwo == ["ann", "bob"])
  }

  @Test(arguments: [
    "x_1_2_Exercise.swift", "Exercise-1.swift", "PublishSubject.swift.txt", "publishsubject.SWIFT",
    "PublishSubject (1).swift", "Chapter/Exercise.swift", "Sources/Exercises/PublishSubject.swift",
    "PublishSubject.swift/Exercise.swift",
    "a.swift (1).txt",
  ])
  func `is recognised by the type that it declares where its name says nothing`(
    name: String
  ) throws {
    try write(name, "// class RelayHub\nfinal class PublishSubject: SubjectRequirements {}")
    let file = chosen()
    #expect(file == name)
    #expect(submission.unused == [])
  }

  @Test
  func `names each file that is not used, and why`() throws {
    let hub = try #require(Catalog.exercise(named: "RelayHub"))
    try write("both.swift", "class PublishSubject {}\nactor RelayHub {}")
    try write("empty.swift", " ")
    try write("Exercise-1.swift", "class RelayHub {}")
    try write("Exercise-2.swift", "class RelayHub {}")
    try write("lee_7_8_RelayHub.swift")
    for name in ["Chain.swift", "Feed.swift"] { try write(name, "class Other {}") }
    try write("helper.swift", "struct Helper { let words = \"class RelayHub\" }")
    for name in [".DS_Store", "RelayHub.zip", "doc/a.pdf"] { try write(name) }
    try FileManager.default.createSymbolicLink(
      at: folder.file("away"), withDestinationURL: URL(filePath: "/etc"))
    // The authors' files contain solutions.
    try write("Sources/Exercises/Subjects/PublishSubject/PublishSubjectSolution.swift")
    try write("Tests/GradingTests/Alternatives/PublishSubject/Array.swift")
    let submission = Submission(folder.url, exercises: [exercise, hub])
    #expect(submission.file(for: hub).lastPathComponent == "lee_7_8_RelayHub.swift")
    #expect(!FileManager.default.fileExists(atPath: submission.file(for: exercise).path))
    #expect(
      submission.unused == [
        "Exercise-1.swift (lee_7_8_RelayHub.swift was used)",
        "Exercise-2.swift (lee_7_8_RelayHub.swift was used)",
        "both.swift (it declares PublishSubject and RelayHub: each needs a file of its own)",
        "empty.swift (The file is empty)",
        "helper.swift (neither its name nor a type in it is that of a graded exercise)",
        "RelayHub.zip (it is a ZIP file: unpack it)",
        "away (it is a symbolic link: hand in what it leads to)",
        "doc/a.pdf (it is neither a Swift file nor a pack)",
        "Chain.swift, Feed.swift (not among the graded exercises)",
      ])
  }

  @Test
  func `names each text that may be a pack and cannot be read, and why`() throws {
    let pack = Pack.text(of: [(exercise.name, "PASS", "// mine")], summary: "")
    try write("my workbook-pack notes.txt")
    let text = folder.url.appending(path: "large.txt")
    try Data(count: SubmittedFile.limit + 1).write(to: text)
    try #require(pack.data(using: .utf16)).write(to: folder.url.appending(path: "utf-16.txt"))
    try write("with-mark.txt", "\u{FEFF}" + pack)
    let submission = submission
    let graded = try submission.text(of: exercise)
    #expect(graded == "// mine")
    #expect(
      submission.unused == [
        "large.txt (The file has 2 MB; a solution fits into 1 MB)",
        "utf-16.txt (The file is not UTF-8: save it as UTF-8)",
        "my workbook-pack notes.txt (it is neither a Swift file nor a pack)",
      ])
  }

  @Test
  func `counts files that it does not list, and says where it stops`() throws {
    for number in 100...124 {
      try write("\(number).swift")
      try write("Chain-\(number).swift", "class A {}")
    }
    let few = submission.unused
    // Files precede folders.
    for number in 125...505 { try write("0/\(number).swift") }
    let many = submission.unused
    let hub = Submission(folder.url, exercises: [.relayHub])
    let refusal = #expect(throws: SubmittedFile.Refusal.self) { try hub.text(of: .relayHub) }
    #expect(few.count == 22)
    #expect(few[20] == "4 more files")
    #expect(few[21].hasSuffix("-119.swift and 5 more (not among the graded exercises)"))
    #expect(many[20] == "355 more files")
    #expect(many[0] == "0/475.swift (it and what follows: more than 400 files were handed in)")
    #expect(refusal?.verdict == .graderError)
  }

  @Test
  func `of a whole workbook lists what is beside its folders, however deep`() throws {
    let deep = String(repeating: "d/", count: 21)
    let last = "\(deep.dropLast(2))a.swift"
    for path in [
      exercise.file, "Package.swift", "Docs/a.pdf", "work.zip", last, deep + "b",
      "Chapters/PublishSubject.swift", "Sources/PublishSubject.swift",
      // Pages of the workbook.
      "Chapters/Subjects/Pages/PublishSubject.swift",
      "Sources/MiniRx/Subjects/PublishSubject.swift",
    ] { try write(path) }
    #expect(
      submission.unused == [
        "Sources/PublishSubject.swift (it is among the authors' files: move it)",
        "\(deep.dropLast()) (it is in more than 20 folders)",
        "Chapters/PublishSubject.swift (\(exercise.file) was used)",
        "\(last) (\(exercise.file) was used)", "work.zip (it is a ZIP file: unpack it)",
      ])
  }

  @Test
  func `returns the link itself for a linked folder`() throws {
    let elsewhere = try TemporaryFolder()
    try Data("of another learner".utf8).write(to: elsewhere.url.appending(path: "Exercise.swift"))
    try FileManager.default.createDirectory(
      at: place.deletingLastPathComponent(), withIntermediateDirectories: true)
    try FileManager.default.createSymbolicLink(at: place, withDestinationURL: elsewhere.url)
    let file = chosen()
    #expect(file == exercise.folder)
  }
}
