internal import Foundation

/// Why the grader could not do its work, in a sentence; never the learner's fault.
struct Trouble: Error, Hashable, CustomStringConvertible {
  let description: String

  init(_ description: String) {
    self.description = description
  }

  static let cancelled = Trouble("The grading was cancelled.")

  /// - Parameters:
  ///   - what: what did not happen, without a full stop.
  ///   - code: the system's reason, an `errno`.
  init(_ what: String, _ code: Int32) {
    description = "\(what): \(String(cString: strerror(code)))."
  }
}
