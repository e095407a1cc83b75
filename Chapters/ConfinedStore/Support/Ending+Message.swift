import Workbook

extension ChildProcess.Ending {
  /// The message that the process left on standard error when it stopped; nil if it left none.
  var message: String? {
    errors.firstMatch(of: /Fatal error: (.*)/).map { String($0.output.1) }
  }

  /// How it ended, in the words of a page.
  var told: String { "child ended: \(message ?? manner)" }
}
