import Foundation
import Testing

@testable import Classroom
@testable import Grading

struct `A pack`: ~Copyable {
  let course: CourseFolder
  /// The second text resembles parts of a pack and does not end with a line break.
  private let work: [(name: String, progress: String, text: String)] = [
    ("PublishSubject", "PASS, 5 of 5 points", "// 5 of the pack\n"),
    ("RelayHub", "unchecked", "// 2 Zoë\n---- RelayHub ----\n\nDataLayerWorkbook pack 1"),
  ]

  init() throws { course = try CourseFolder() }

  private var text: String { Pack.text(of: work, summary: "1 of 20 exercises solved") }

  /// The error for an exercise, or nil if the pack contains its text.
  private func refusal(of exercise: String, _ text: String) -> SubmittedFile.Refusal? {
    do {
      _ = try Pack(text).work(of: exercise)
      return nil
    } catch { return error }
  }

  @Test
  func `has a list that people read, and returns each text as it was`() throws {
    #expect(
      text.hasPrefix(
        """
        DataLayerWorkbook pack 1
        1 of 20 exercises solved

        PublishSubject: PASS, 5 of 5 points, 17 bytes, SHA-256 \(SHA256.hex(work[0].text))
        RelayHub: unchecked, 54 bytes, SHA-256 \(SHA256.hex(work[1].text))

        ---- PublishSubject ----
        // 5 of the pack

        """))
    for (name, _, text) in work {
      #expect(try Pack(self.text).work(of: name) == text)
    }
    #expect(refusal(of: "ReplayBuffer", text) == .missing)
  }

  @Test
  func `that was damaged is refused with the cause, and costs no points`() {
    // `==` needs seconds to normalize such a line.
    let long = String(repeating: "\u{301}\u{323}", count: 60_000)
    let limit = "its list has more than 500 lines, or a line of more bytes"
    let damages = [
      (
        text.replacing("pack 1\n1 of", with: "pack 2\n1 of"),
        "it begins with “DataLayerWorkbook pack 2”, not with “DataLayerWorkbook pack 1”"
      ),
      (text.replacing("\n", with: "\r\n"), "its line ends were changed"),
      (text.replacing("Zoë", with: "Zoé"), "the text of RelayHub was changed"),
      (text.replacing("Zoë", with: "Zoe"), "the text of RelayHub was changed"),
      (text.replacing("// 5", with: "//5"), "the text of RelayHub does not begin where it should"),
      (String(text.dropLast(12)), "it ends in the text of RelayHub"),
      (text + "more", "there is more after its last text"),
      ("DataLayerWorkbook pack 1\n", "it lists no exercise"),
      (
        text.replacing("Hub", with: String(repeating: "b", count: 57)),
        "there is more after its last text"
      ),
      (text.replacing("\n\n", with: "\n\(long)\n"), limit),
      (text.replacing("\n\n", with: String(repeating: "\n", count: 502)), limit),
    ]
    for (text, cause) in damages {
      let refusal = refusal(of: "RelayHub", text)
      #expect(refusal?.verdict == .graderError)
      #expect(
        refusal?.sentence
          == "The pack is damaged: \(cause). Ask for the file that `workbook pack` wrote.")
    }
  }

  @Test
  func `is read in a learner's folder, and beside those of others`() throws {
    let withOther = Pack.text(of: work + [("Countdown", "compiles", "// 4")], summary: "")
    try course.handIn("ann/zip/workbook-pack.txt", withOther)
    try course.handIn("ann/zip/RelayHub.swift", "// 1 newer")
    try course.handIn("bob.txt", withOther)
    try course.handIn("cid_workbook-pack.txt", text)
    try course.handIn("cid_Workbook-Pack(1).txt", text.replacing("5 of the", with: "4 of the"))
    try course.handIn("cut_workbook-pack.txt", String(text.dropLast(12)))
    try course.handIn("hal/workbook-pack.txt", String(text.dropLast(12)))
    try course.handIn("hal/workbook-notes-1.txt", "")
    try course.handIn("cut_workbook-pack-1.txt", Pack.text(of: [work[0]], summary: ""))
    try course.handIn("dan_LATE_7_8_workbook-pack.txt", text)
    try course.handIn("fay/week1/pack.txt", text)
    try FileManager.default.setAttributes(
      [.modificationDate: Date.distantPast],
      ofItemAtPath: course.submissions.appending(path: "fay/week1/pack.txt").path)
    try course.handIn(
      // Not a name from Canvas.
      "fay/week2/a_1_1_workbook-pack.txt",
      Pack.text(of: [("PublishSubject", "", "// 3")], summary: ""))
    try course.handIn("gu_7_9_my_workbook-pack (1).txt", " ")
    try course.handIn("eve.txt", Pack.text(of: [("Mine", "PASS", "1")], summary: ""))
    let folder = try course.read()
    let snapshots = try course.snapshots()
    let texts = try snapshots.map { snapshot in
      try snapshot.files.map { try $0.hash.flatMap { try course.results.text($0) } ?? "none" }
    }
    let (first, second) = (work[0].text, work[1].text)
    #expect(
      snapshots.map(\.learner.entry) == ["ann", "bob", "cid", "cut", "dan_7", "fay", "gu_7", "hal"])
    #expect(
      texts == [
        [first, "// 1 newer"], [first, second], ["none", second], [first, "none"], [first, second],
        ["// 3", second], ["none", "none"], ["none", "none"],
      ])
    let marks = snapshots.map { $0.files.areLateInCanvas($0.learner) }
    #expect(marks == [nil, nil, nil, nil, true, nil, nil, nil])
    let notes = folder.notes + snapshots.flatMap(\.notes)
    #expect(
      notes == [
        "not graded: eve.txt (a pack without a graded exercise)",
        "“ann”, not graded: zip/workbook-pack.txt (other files were used for RelayHub; not among the "
          + "graded exercises: Countdown)",
        "“bob”, not graded: bob.txt (not among the graded exercises: Countdown)",
        "“cid”, PublishSubject: The pack is damaged: the text of PublishSubject was changed. Ask for "
          + "the file that `workbook pack` wrote.",
        "“cid”, not graded: cid_workbook-pack.txt (cid_Workbook-Pack(1).txt was used)",
        "“cut”, not graded: cut_workbook-pack.txt (cut_workbook-pack-1.txt was used)",
        "“fay”, not graded: week1/pack.txt (other files were used for PublishSubject)",
        "“gu_7”, PublishSubject, RelayHub: The pack is damaged: it cannot be read (The file is empty). "
          + "Ask for the file that `workbook pack` wrote.",
        "“hal”, PublishSubject, RelayHub: The pack is damaged: it ends in the text of RelayHub. Ask for "
          + "the file that `workbook pack` wrote.",
        "“hal”, not graded: workbook-notes-1.txt (The file is empty)",
      ])
  }
}
