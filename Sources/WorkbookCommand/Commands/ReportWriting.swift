internal import Foundation
internal import Grading

/// The reports that the command line requests.
struct ReportWriting {
  private let reports: [Request.Report]
  private let directory: URL
  private let reader: ReportReader

  init(_ reports: [Request.Report], below directory: URL, for reader: ReportReader) {
    self.reports = reports
    self.directory = directory
    self.reader = reader
  }

  /// Writes the result that remains if grading never ends. A device or a pipe would keep both, so it gets the last one only.
  func writeFirst(_ result: GradingResult) throws(FileError) {
    try write(result) { !Files.isSpecial($0) }
  }

  /// Writes those that go to files, each in one piece.
  func write(
    _ result: GradingResult, where isWanted: (URL) -> Bool = { _ in true }
  ) throws(FileError) {
    for report in reports {
      guard let path = report.path else { continue }
      let url = URL(filePath: path, relativeTo: directory).absoluteURL
      guard isWanted(url) else { continue }
      try Files.write(
        Data(report.format.text(of: result, for: reader).utf8), to: url, makesFolder: false)
    }
  }

  /// The report for standard output, if there is one.
  func printed(_ result: GradingResult) -> String? {
    reports.first { $0.path == nil }?.format.text(of: result, for: reader)
  }
}
