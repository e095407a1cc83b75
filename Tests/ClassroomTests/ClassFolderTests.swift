import Foundation
import TestSupport
import Testing

@testable import Classroom
@testable import Grading

@Suite(.blocking)
struct `The submissions of a class`: ~Copyable {
  let course: CourseFolder
  init() throws { course = try CourseFolder() }

  @Test
  func `are a folder or files for each learner, in the forms of Canvas and Moodle too`() throws {
    try course.handIn("ann/Chapters/Subjects/Exercises/PublishSubject/Exercise.swift", "ann 1")
    try course.handIn("bob/PublishSubject.swift", "bob 1")
    try course.handIn("cid/work/PublishSubject.swift", "cid 1")
    try course.handIn("Dan Ray_71_assignsubmission_file_/PublishSubject.swift", "dan 1")
    try course.handIn("jake_PublishSubject.swift", "jake 1")
    try course.handIn("jake_RelayHub.swift", "jake 2")
    try course.handIn("leetaylor_LATE_12_34_PublishSubject-1.swift", "taylor 1")
    let snapshots = try course.snapshots()
    let learners = snapshots.map { "\($0.learner.name) \($0.learner.identifier ?? "-")" }
    #expect(learners == ["Dan Ray 71", "ann -", "bob -", "cid -", "jake -", "leetaylor 12"])
    let texts = try snapshots.map { snapshot in
      try snapshot.files.map { try $0.hash.flatMap { try course.results.text($0) } }
    }
    #expect(
      texts == [
        ["dan 1", nil], ["ann 1", nil], ["bob 1", nil], ["cid 1", nil], ["jake 1", "jake 2"],
        ["taylor 1", nil],
      ])
    #expect(snapshots[0].files[1].refusal?.sentence == "The file is missing.")
    let kept = course.results.names(in: "data/learners")
    #expect(kept == snapshots.map { "\($0.learner.slug).json" }.sorted())
  }

  @Test
  func `that cannot be graded are refused with a remedy`() throws {
    try course.handIn("ann_11_21_week.zip")
    let empty = course.problem()
    #expect(
      empty == "\"…\" has no submission: each learner needs a folder in it, or files such as "
        + "ann_PublishSubject.swift; not graded: ann_11_21_week.zip (it is a ZIP file: unpack it)")
    try course.handIn("ann/PublishSubject.swift")
    try course.handIn("ann_RelayHub.swift")
    let twice = course.problem()
    #expect(
      twice == "\"…\" has a folder “ann” and files of that name: move the files into the folder")
    try course.handIn("PublishSubject.swift")
    let one = course.problem()
    #expect(
      one == "\"…\" looks like one submission, as it contains “PublishSubject.swift”: move that "
        + "into its learner's folder, pass the whole class's folder, or use `grade`")
    try course.handIn("data/run.json")
    let results = course.problem()
    #expect(results == "\"…\" has results of `class`: pass the folder of submissions")
  }

  @Test
  func `are one learner with Moodle's folders of files and of a text`() throws {
    let folder = "Ann Lee_71_assignsubmission_"
    try course.handIn("\(folder)file_/PublishSubject.swift")
    try course.handIn("\(folder)onlinetext_/onlinetext.html")
    try course.handIn("Bob_72_assignsubmission_onlinetext_/onlinetext.html")
    let read = try course.read()
    #expect(read.learners.map(\.name) == ["Ann Lee", "Bob"])
    #expect(
      read.notes.first
        == "not graded: \(folder)onlinetext_ (the learner's files are in “\(folder)file_”)")
  }

  @Test
  func `list the files that are not graded`() throws {
    try course.handIn("Exercise.swift", "class RelayHub {}")
    for path in [
      "ann/Helper.swift", "ann/RelayHub.swift", "ann/more/RelayHub.swift", "ann_old.zip",
      "cid_old.zip", "dan_RelayHub.swift", "dan_essay.docx", "lee_LATE_7_8_all.zip",
      "lee_7_9_RelayHub.swift", "notes.txt", "ray_5_6_all.zip", "res/data/run.json",
    ] { try course.handIn(path) }
    for name in ["bob", "bob_RelayHub.swift"] {
      try FileManager.default.createSymbolicLink(
        at: course.submissions.appending(path: name), withDestinationURL: URL(filePath: "/etc"))
    }
    let folder = try course.read()
    #expect(folder.learners.map(\.name) == ["ann", "bob", "dan", "lee", "ray"])
    let other = "it is neither a Swift file nor a pack"
    let zip = "it is a ZIP file: unpack it"
    #expect(
      folder.notes == [
        "not graded: Exercise.swift (its name does not say whose it is)",
        "“res” has results of `class` and is not graded: move it elsewhere",
        "not graded: ann_old.zip (\(zip))",
        "not graded: bob (it is a symbolic link: hand in what it leads to)",
        "not graded: cid_old.zip (\(zip))", "not graded: notes.txt (\(other))",
      ])
    try Data([0xF6]).write(to: course.submissions.appending(path: "ray_5_7_RelayHub.swift"))
    let notes = try course.snapshots().flatMap(\.notes)
    #expect(
      notes == [
        "“ann”, not graded: Helper.swift (neither its name nor a type in it is that of a graded exercise)",
        "“ann”, not graded: more/RelayHub.swift (RelayHub.swift was used)",
        "“bob”, RelayHub: It is a symbolic link: hand in the file itself.",
        "“dan”, not graded: dan_essay.docx (\(other))",
        "“lee_7”, not graded: lee_LATE_7_8_all.zip (\(zip))",
        "“ray_5”, RelayHub: The file is not UTF-8: save it as UTF-8.",
        "“ray_5”, not graded: ray_5_6_all.zip (\(zip))",
      ])
  }

  @Test
  func `of an empty folder are mentioned, and numbers in names add no learner`() throws {
    try course.handIn("ann/notes.txt")
    try course.handIn("exam_2024_11_scan.pdf")
    let notes = try course.read().notes + course.snapshots().flatMap(\.notes)
    #expect(
      notes == [
        "not graded: exam_2024_11_scan.pdf (it is neither a Swift file nor a pack)",
        "“ann” has no file of an exercise: 0 points",
        "“ann”, not graded: notes.txt (it is neither a Swift file nor a pack)",
      ])
  }

  @Test(arguments: [
    (0.0, 0), (-62_135_596_800, -62_135_596_800), (253_402_300_800, 1e11), (-1e18, -1e11),
  ])
  func `have the date of their last change, within some thousand years`(date: Double, kept: Double)
  {
    let date = SubmissionSnapshot.File.modified(Date(timeIntervalSince1970: date))
    #expect(date == Date(timeIntervalSince1970: kept))
  }

  @Test
  func `are read once, and again while they are being saved`() throws {
    try course.handIn("ann/PublishSubject.swift", "// 1 first")
    try course.handIn("ann/RelayHub.swift", "// 1 busy")
    let folder = try course.read()
    let submissions = course.submissions
    var reads: [String: Int] = [:]
    let (snapshot, texts) = SubmissionSnapshot.read(
      folder.submission(of: folder.learners[0]), of: folder.learners[0],
      exercises: course.exercises,
      by: { url throws(SubmittedFile.Refusal) in
        let text = try SubmittedFile.text(of: url)
        let name = url.lastPathComponent
        reads[name, default: 0] += 1
        // PublishSubject is saved during its first reading, and RelayHub during each reading.
        if name == "RelayHub.swift" || reads[name] == 1 {
          let next = String(repeating: "// 2 saved\n", count: 1 + reads[name, default: 0])
          try? Data(next.utf8).write(to: submissions.appending(path: "ann/\(name)"))
        }
        return text
      })
    #expect(Array(texts.values) == ["// 2 saved\n// 2 saved\n"])
    #expect(reads == ["PublishSubject.swift": 2, "RelayHub.swift": 3])
    let refusal = snapshot.files[1].refusal
    #expect(refusal?.verdict == .graderError)
    #expect(
      refusal?.sentence
        == "The file changed while it was read: grade again when no program is writing to it."
    )
  }
}

extension `The submissions of a class` {
  @Test(.exitTest)
  func `that disappear or cannot be read are not taken for missing files`() async throws {
    await #expect(processExitsWith: .success) {
      // Root can read every folder, so the test drops its privileges.
      if geteuid() == 0 { setuid(65534) }
      let test = try `The submissions of a class`()
      try test.course.handIn("ann/RelayHub.swift")
      try test.course.handIn("bob/RelayHub.swift")
      try test.course.handIn("cid_RelayHub.swift")
      let submissions = test.course.submissions
      let path = { (name: String) in submissions.appending(path: name).path }
      let folder = try test.course.read()
      try FileManager.default.removeItem(atPath: path("bob"))
      try FileManager.default.removeItem(atPath: path("cid_RelayHub.swift"))
      chmod(path("ann"), 0)
      let snapshots = folder.learners.map { learner in
        SubmissionSnapshot.read(
          folder.submission(of: learner), of: learner, exercises: test.course.exercises
        ).0
      }
      let notes = snapshots.flatMap(\.notes)
      #expect(
        notes == [
          "“ann”, PublishSubject, RelayHub: The file cannot be read: Permission denied. Make it readable.",
          "“bob”, PublishSubject, RelayHub: The submission cannot be read: No such file or directory. "
            + "Grade again when it can.",
          "“cid”, PublishSubject, RelayHub: The submission cannot be read: No such file or directory. "
            + "Grade again when it can.",
        ])
      chmod(path("ann"), 0o700)
    }
  }
}
