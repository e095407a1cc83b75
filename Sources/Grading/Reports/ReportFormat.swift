package import Foundation

/// The format of a report.
package enum ReportFormat: String, CaseIterable, Sendable {
  case text
  case json
  case junit
  case gradescope
  case classroom50
  case markdown

  /// Writes a result in this format. The text depends only on the parameters.
  package func text(of result: GradingResult, for reader: ReportReader) -> String {
    switch self {
    case .text: result.text()
    case .json: result.json()
    case .junit: result.junit()
    case .gradescope: result.gradescope(visibility: reader.visibility)
    case .classroom50: result.classroom50(environment: reader.environment, date: reader.date)
    case .markdown: result.markdown()
    }
  }
}

/// The context that some report formats include.
package struct ReportReader: Sendable {
  package let environment: [String: String]
  package let date: Date
  package let visibility: GradescopeVisibility

  package init(environment: [String: String], date: Date, visibility: GradescopeVisibility) {
    self.environment = environment
    self.date = date
    self.visibility = visibility
  }
}
