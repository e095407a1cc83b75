internal import Classroom
internal import Grading
internal import Terminal

extension IsolationLevel {
  /// As on the command line.
  var word: String { rawValue.replacing(" ", with: "-") }
}

extension Request {
  /// A report and its file. Nil is standard output.
  struct Report: Equatable {
    let format: ReportFormat
    let path: String?
  }

  /// The options of `class`.
  struct Course: Equatable {
    var results: String?
    var roster: String?
    /// The points of a late day. Nil for those of the last run, or else the usual ones.
    var latePoints: Int?
    /// The minutes after the due date that cost nothing. Nil for those of the last run, or else the usual ones.
    var graceMinutes: Int?
    var shard: Shard?
    var merges = false
  }

  /// The options of `book`.
  struct Book: Equatable {
    /// Nil for the default folder.
    var folder: String?
    var isCheck = false
  }
}

extension Request.Report {
  /// `junit=report.xml`
  init(_ text: String) throws(UsageError) {
    let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    guard let format = ReportFormat(rawValue: String(parts[0])) else {
      throw UsageError(
        unknown: "report", String(parts[0]), among: ReportFormat.allCases.map(\.rawValue),
        seeAll: "grade --help")
    }
    guard parts.count == 2, !parts[1].isEmpty else {
      throw UsageError("--report needs a file: --report \(format.rawValue)=FILE")
    }
    self.init(format: format, path: parts[1] == "-" ? nil : String(parts[1]))
  }
}
