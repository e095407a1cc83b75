internal import Foundation

/// Why the grader could not do its work, as a sentence. It is never the learner's fault.
package struct GradingError: Error, Hashable, CustomStringConvertible, LocalizedError {
  package let description: String

  package var errorDescription: String? { description }

  init(_ description: String) {
    self.description = description
  }

  package static let noCompiler = GradingError("No `swiftc` is on the search path.")

  static let cancelled = GradingError("The grading was cancelled.")

  /// - Parameters:
  ///   - failure: What did not happen, without a full stop.
  ///   - code: The system's reason, an `errno`.
  init(_ failure: String, _ code: Int32) {
    description = "\(failure): \(String(cString: strerror(code)))."
  }
}
