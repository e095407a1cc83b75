internal import Grading
internal import Terminal

/// What a command line asks for: `subcommand? (name | option)*`.
struct Request: Equatable {
  /// A report, and the file that it goes to; nil is standard output.
  struct Report: Equatable {
    let format: ReportFormat
    let path: String?
  }

  /// Nil asks where one is and what is next.
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
