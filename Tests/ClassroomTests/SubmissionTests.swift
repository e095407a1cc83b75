import Foundation
import TestSupport
import Testing

@testable import Classroom
@testable import Grading

@Suite(.blocking)
struct `A submission`: ~Copyable {
  let folder: TemporaryFolder
  let exercise = Exercise.publishSubject

  init() throws { folder = try TemporaryFolder() }

  private func chosen() -> String {
    String(submission.file(for: exercise).path.dropFirst(folder.url.path.count + 1))
  }

  private var submission: Submission {
    Submission(folder.url, exercises: [exercise], package: Independent.package)
  }

  /// Writes a file and creates the folders in its path.
  private func write(_ path: String, _ text: String = "final class PublishSubject {}") throws {
    try folder.file(path).write(text)
  }

  @Test
  func `has an exercise's file in its folder, or by its name at the top`() throws {
    let whenEmpty = chosen()
    try write("PublishSubject.swift")
    let atTheTop = chosen()
    try write(exercise.file)
    let atItsPlace = chosen()
    let stub = try SubmittedFile.text(of: Independent.package.stub(exercise))
    for text in ["\u{FEFF}" + stub.replacing("\n", with: "\r\n"), " "] {
      try write(exercise.file, text)
      #expect(chosen() == "PublishSubject.swift")
    }
    #expect(atTheTop == "PublishSubject.swift")
    #expect([whenEmpty, atItsPlace] == [exercise.file, exercise.file])
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
    "PublishSubject.swift/Exercise.swift", "a.swift (1).txt",
  ])
  func `is recognised by the type that it declares where its name says nothing`(
    name: String
  ) throws {
    try write(name, "// class RelayHub\nfinal class PublishSubject: SubjectRequirements {}")
    #expect(chosen() == name)
    #expect(submission.unused == [])
  }

  @Test
  func `names each file that is not used, and why`() throws {
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
    let submission = Submission(folder.url, exercises: [exercise, .relayHub])
    #expect(submission.file(for: .relayHub).lastPathComponent == "lee_7_8_RelayHub.swift")
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
    try Data(count: SubmittedFile.limit + 1).write(to: folder.file("large.txt"))
    try #require(pack.data(using: .utf16)).write(to: folder.url.appending(path: "utf-16.txt"))
    try write("old/with-mark.txt", "\u{FEFF}" + pack)
    try write("workbook-pack.txt", String(pack.dropLast(9)))
    let submission = submission
    #expect(try submission.text(of: exercise) == "// mine")
    #expect(
      submission.unused == [
        "large.txt (The file has 2 MB; a solution fits into 1 MB)",
        "utf-16.txt (The file is not UTF-8: save it as UTF-8)",
        "workbook-pack.txt (old/with-mark.txt was used)",
        "my workbook-pack notes.txt (it is neither a Swift file nor a pack)",
      ])
  }

  @Test
  func `counts files that it does not list, and says where it stops`() throws {
    for number in 100...124 { try write("PublishSubject-\(number).swift") }
    let few = submission.unused
    // Files precede folders.
    for number in 125...505 { try write("0/PublishSubject-\(number).swift") }
    let many = submission.unused
    let hub = Submission(folder.url, exercises: [.relayHub])
    let refusal = #expect(throws: SubmittedFile.Refusal.self) { try hub.text(of: .relayHub) }
    #expect([few.last, many.last] == ["4 more files", "380 more files"])
    #expect(
      many[0].hasPrefix("0/PublishSubject-500.swift (it and what follows: more than 400 files"))
    #expect(hub.unused.last?.hasSuffix(" and 380 more (not among the graded exercises)") == true)
    #expect(refusal?.verdict == .graderError)
  }

  @Test
  func `of a whole workbook lists what is beside its folders, however deep`() throws {
    let deep = String(repeating: "d/", count: 21)
    let last = "\(deep.dropLast(2))a.swift"
    for path in [exercise.file, "Package.swift", "Docs/a.pdf", "work.zip", last, deep + "b"] {
      try write(path)
    }
    // The last three are files of this or another version of the workbook.
    let folders = ["Chapters", "Sources", "Chapters/Subjects/Pages", "Sources/MiniRx/Subjects"]
    for path in folders + ["Chapters/Subjects/OldPages"] {
      try write("\(path)/PublishSubject.swift")
    }
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
    let place = folder.url.appending(path: exercise.folder)
    try write(exercise.file)
    try FileManager.default.removeItem(at: place)
    try FileManager.default.createSymbolicLink(at: place, withDestinationURL: elsewhere.url)
    #expect(chosen() == exercise.folder)
  }
}
