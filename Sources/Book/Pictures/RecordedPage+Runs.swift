internal import Workbook

extension RecordedPage {
  /// The words of the command that prints the page: `Chapter-Subjects hub`.
  var run: String { "Chapter-\(chapter) \(page)" }

  /// The words of the command that prints its counterpart: a page that runs the same scene, fixed. Nil if its name does not
  /// end with `-as-written`.
  var fixedRun: String? {
    let suffix = "-as-written"
    return page.hasSuffix(suffix) ? "Chapter-\(chapter) \(page.dropLast(suffix.count))" : nil
  }

  /// Whether it is a sequence of calls that was run twice, as written and then fixed.
  var hasTwoRuns: Bool {
    picture == .sequence
      && ["as written: ", "fixed: "].allSatisfy { label in lines.contains { $0.hasPrefix(label) } }
  }
}
