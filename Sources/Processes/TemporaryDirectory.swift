package import Foundation

package enum TemporaryDirectory {
  /// `TMPDIR`, which Foundation ignores on Darwin, or the system's directory. Without symbolic
  /// links, as SQLite reports the paths of its files: `/private/var/…` for `/var/…`.
  package static var url: URL { url(in: ProcessInfo.processInfo.environment) }

  static func url(in environment: [String: String]) -> URL {
    let chosen = environment["TMPDIR", default: ""]
    let directory =
      chosen.isEmpty
      ? FileManager.default.temporaryDirectory : URL(filePath: chosen, directoryHint: .isDirectory)
    // Foundation would resolve links as well, but remove `/private` on Darwin.
    guard let resolved = realpath(directory.path(percentEncoded: false), nil) else {
      return directory
    }
    defer { free(resolved) }
    return URL(filePath: String(cString: resolved), directoryHint: .isDirectory)
  }
}

/// The temporary directory cannot be used. The description names it, the reason and what to do.
package struct TemporaryDirectoryError: Error, Equatable, CustomStringConvertible, LocalizedError {
  package let directory: URL
  package let code: POSIXErrorCode
  /// The number of bytes that were needed.
  private let room: Int

  package init(_ directory: URL, _ code: POSIXErrorCode, withRoomFor room: Int = 0) {
    self.directory = directory
    self.code = code
    self.room = room
  }

  /// The system's message.
  package var reason: String { String(cString: strerror(code.rawValue)) }

  /// The remedy, without a full stop.
  package var advice: String {
    switch code {
    case .EMFILE, .ENFILE: OpenFileLimit.advice
    case .EILSEQ:
      "set TMPDIR to a folder with an ASCII path, because the Swift compiler crashes at others"
    case .EFBIG: "raise the limit of file sizes (`ulimit -f`)"
    case .ENOSPC, .EDQUOT:
      "free \(room >> 20) MB there, or set TMPDIR to a folder with so much room"
    default: "set TMPDIR to a folder that exists, can be written and has room"
    }
  }

  package var description: String {
    "\(directory.path) cannot hold temporary files (\(reason)); \(advice)"
  }

  package var errorDescription: String? { description }
}

/// The number of files that this process may have open.
package enum OpenFileLimit {
  /// The remedy if the limit is reached, without a full stop.
  package static let advice = "raise the limit of open files (`ulimit -n`)"

  /// Raises a lower limit to a number. Call it before Dispatch and Foundation are used, which end
  /// the process without a free descriptor. Returns why the limit stays lower, without a full stop.
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
