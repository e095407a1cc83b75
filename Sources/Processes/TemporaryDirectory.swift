package import Foundation

package enum TemporaryDirectory {
  /// `TMPDIR`, which Foundation ignores on Darwin; otherwise the directory that the system
  /// provides.
  ///
  /// Its path has no symbolic links, because SQLite reports the paths of its files without them:
  /// `/private/var/…` for `/var/…`.
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

/// The temporary directory cannot be used. The description names the directory, the reason and what
/// to do.
package struct TemporaryDirectoryError: Error, Equatable, CustomStringConvertible, LocalizedError {
  package enum Cause: Equatable, Sendable {
    case system(POSIXErrorCode)
    /// Its path has a non-ASCII character, on which the compiler crashes.
    case unsuitableForCompiler
  }

  package let directory: URL
  package let cause: Cause

  package init(_ directory: URL, _ cause: Cause) {
    self.directory = directory
    self.cause = cause
  }

  /// The reason; for a system error, the system's message.
  package var reason: String {
    switch cause {
    case .system(let code): String(cString: strerror(code.rawValue))
    case .unsuitableForCompiler: "Its path has a character outside ASCII"
    }
  }

  /// The remedy, without a full stop.
  package var advice: String {
    switch cause {
    case .system(.EMFILE), .system(.ENFILE): OpenFileLimit.advice
    case .system: "set TMPDIR to a folder that exists, can be written and has room"
    case .unsuitableForCompiler:
      "set TMPDIR to a folder with an ASCII path, because the Swift compiler crashes at others"
    }
  }

  package var description: String {
    "\(directory.path) cannot hold temporary files (\(reason)); \(advice)"
  }

  package var errorDescription: String? { description }
}

extension RunFolder {
  /// Creates the folder and checks that so many bytes fit in it, because a full disk often still
  /// has room for a folder, and that the compiler can use the directory.
  package convenience init(
    in directory: URL, withRoomFor room: Int, forCompiler isForCompiler: Bool = false
  ) throws(TemporaryDirectoryError) {
    #if os(Linux)
      // swift-driver 6.3 traps if TMPDIR is not ASCII.
      guard !isForCompiler || directory.path.utf8.allSatisfy({ $0 < 0x80 }) else {
        throw TemporaryDirectoryError(directory, .unsuitableForCompiler)
      }
    #endif
    do { try self.init(in: directory) } catch {
      throw TemporaryDirectoryError(directory, .system(error.code))
    }
    let trial = url.appending(path: "trial")
    do {
      try Data(count: room).write(to: trial)
      try FileManager.default.removeItem(at: trial)
    } catch {
      remove()
      throw TemporaryDirectoryError(directory, .system(POSIXErrorCode(causing: error)))
    }
  }
}
