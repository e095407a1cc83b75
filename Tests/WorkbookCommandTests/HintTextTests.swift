import Foundation
import Grading
import Testing

@testable import WorkbookCommand

struct `The hints of a task` {
  @Test
  func `are shown one after the other, then all together`() throws {
    let page = try HintPage(
      """
      # PublishSubject: Hints

      1. Look at the
         [beginning](../../../../Docs/Subjects.md#publish-subject)
      2. See [the end](../../../../Docs/Subjects.md#after-the-end)
      3. Almost `there`: [this](../../../../Docs/Subjects.md#relays)

      """)
    let calls = (0...4).map { HintText.lines(page.hints, of: "PublishSubject", shown: $0) }
    let all = [
      "PublishSubject: these are all the hints there are.", "",
      "1. Look at the beginning (Docs/Subjects.md#publish-subject)",
      "2. See the end (Docs/Subjects.md#after-the-end)",
      "3. Almost `there`: this (Docs/Subjects.md#relays)",
    ]
    #expect(
      calls == [
        [
          "PublishSubject: hint 1 of 3", "",
          "Look at the beginning (Docs/Subjects.md#publish-subject)", "", "There are 2 more.",
        ],
        [
          "PublishSubject: hint 2 of 3", "", "See the end (Docs/Subjects.md#after-the-end)", "",
          "There is one more.",
        ],
        ["PublishSubject: hint 3 of 3", "", "Almost `there`: this (Docs/Subjects.md#relays)"],
        all, all,
      ])
  }

  @Test
  func `lead to paths in the workbook`() {
    let path = "../../../../Docs/Moments.md#moments-like".pathInWorkbook
    #expect(path == "Docs/Moments.md#moments-like")
  }
}
