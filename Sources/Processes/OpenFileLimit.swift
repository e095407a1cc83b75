internal import Foundation

/// The number of files that this process may have open.
package enum OpenFileLimit {
  /// The remedy if the limit is reached, without a full stop.
  package static let advice = "raise the limit of open files (`ulimit -n`)"

  /// Raises a lower limit to a number.
  ///
  /// Dispatch and Foundation end the process when they find no free descriptor, so a program calls
  /// this before it uses them.
  ///
  /// - Returns: Why the limit stays lower, as a sentence without a full stop. Nil if it is high
  ///   enough.
  package static func raise(to count: Int) -> String? {
    var limit = rlimit()
    guard getrlimit(number, &limit) == 0, limit.rlim_cur < rlim_t(count) else { return nil }
    let before = limit.rlim_cur
    limit.rlim_cur = rlim_t(count)
    guard limit.rlim_max < limit.rlim_cur || setrlimit(number, &limit) != 0 else { return nil }
    return "the system allows \(before) open files, and \(count) are needed; \(advice)"
  }

  #if canImport(Darwin)
    private static let number = RLIMIT_NOFILE
  #else
    private static let number = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
  #endif
}
