internal import Grading
internal import Terminal

/// A parsed command line: `subcommand? (name | option)*`.
struct Request: Equatable {
  /// A report and its file; nil is standard output.
  struct Report: Equatable {
    let format: ReportFormat
    let path: String?
  }

  /// Nil shows the progress and the next exercise.
  var subcommand: Subcommand?
  /// Names of exercises as the workbook writes them, each once, or the folder to grade.
  var names: [String] = []
  var wantsHelp = false
  var wantsJSON = false
  var givesUp = false
  var seed: UInt32?
  var reports: [Report] = []
  var visibility = GradescopeVisibility.visible
  var packagePath: String?
}
