package import Foundation

/// The directory for temporary files.
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
  /// Creates the folder and checks that files fit in it, because a full disk often still has room
  /// for a folder.
  ///
  /// - Parameters:
  ///   - directory: The temporary directory.
  ///   - room: The number of bytes that must fit.
  ///   - isForCompiler: Whether the compiler must be able to use the directory.
  /// - Throws: The reason why the folder cannot be created, lacks room, or cannot be used.
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
    let code = Self.codeOfWriting(room, to: url.appending(path: "trial").path)
    guard code == 0 else {
      remove()
      throw TemporaryDirectoryError(directory, .system(POSIXErrorCode(rawValue: code) ?? .EIO))
    }
  }

  /// Writes and removes a file.
  ///
  /// - Returns: 0, or the system's error code.
  private static func codeOfWriting(_ room: Int, to path: String) -> Int32 {
    let descriptor = open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { return errno }
    defer {
      close(descriptor)
      unlink(path)
    }
    var rest = [UInt8](repeating: 0, count: room)[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
      guard count > 0 || errno == EINTR else { return errno }
      rest = rest.dropFirst(max(count, 0))
    }
    return 0
  }
}
