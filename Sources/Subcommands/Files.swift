package import Foundation
package import LayeredStorage
internal import Processes

/// Atomic files: a reader finds the old content or the new one, even if the writer is killed.
package enum Files {
  package static func read(_ url: URL) throws(FileError) -> Data {
    do throws(SystemError) { return try File.read(url.path) } catch {
      throw FileError(path: url.path, attempt: .read, reason: error)
    }
  }

  /// Nil if there is no such file.
  package static func readIfPresent(_ url: URL) throws(FileError) -> Data? {
    do throws(FileError) { return try read(url) } catch {
      guard error.reason == .notFound else { throw error }
      return nil
    }
  }

  /// The names in a folder. Empty if there is no folder.
  package static func names(in folder: URL) throws(FileError) -> [String] {
    do { return try FileManager.default.contentsOfDirectory(atPath: folder.path) } catch {
      let error = FileError(folder, .read, error)
      guard [.notFound, .belowFile].contains(error.reason) else { throw error }
      return []
    }
  }

  /// Replaces a file, or writes to a device or a pipe. After an error the file is unchanged.
  package static func write(_ bytes: Data, to url: URL, makesFolder: Bool = true) throws(FileError)
  {
    do throws(SystemError) {
      if makesFolder { try File.makeDirectory(url.deletingLastPathComponent().path) }
      if isSpecial(url) {
        try pour(bytes, into: url)
      } else {
        try File.replace(url.path, with: bytes)
      }
    } catch {
      throw FileError(path: url.path, attempt: .written, reason: error)
    }
  }

  /// Whether the URL leads to something other than a file or a folder: a device or a pipe.
  package static func isSpecial(_ url: URL) -> Bool {
    var status = stat()
    let types: [mode_t] = [S_IFREG, S_IFDIR].map { mode_t($0) }
    return stat(url.path, &status) == 0 && !types.contains(status.st_mode & mode_t(S_IFMT))
  }

  private static func pour(_ bytes: Data, into url: URL) throws(SystemError) {
    let descriptor = open(url.path, O_WRONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw SystemError(rawValue: errno) }
    defer { close(descriptor) }
    try File.write(bytes, to: descriptor)
  }

  /// Waits for the lock of a folder between processes. Closing the descriptor, or the end of its
  /// process, releases it. Not recursive. Shows a message while it waits.
  package static func lock(
    _ folder: URL, showProgress: (String?) -> Void = { _ in }
  ) throws(FileError) -> Int32 {
    let place = folder.appending(path: "lock")
    do throws(SystemError) {
      try File.makeDirectory(folder.path)
      let descriptor = open(place.path, O_RDWR | O_CLOEXEC | O_CREAT, 0o666)
      guard descriptor >= 0 else { throw SystemError(rawValue: errno) }
      if flock(descriptor, LOCK_EX | LOCK_NB) == 0 { return descriptor }
      showProgress("waiting for another `workbook` …")
      defer { showProgress(nil) }
      while flock(descriptor, LOCK_EX) != 0 {
        guard errno == EINTR else {
          defer { close(descriptor) }
          throw SystemError(rawValue: errno)
        }
      }
      return descriptor
    } catch {
      throw FileError(path: existingPart(of: place).path, attempt: .written, reason: error)
    }
  }

  /// The deepest part of a path that exists: the cause if the rest cannot be created.
  package static func existingPart(of url: URL) -> URL {
    var part = url
    var status = stat()
    while lstat(part.path, &status) != 0, part.path != "/" { part.deleteLastPathComponent() }
    return part
  }
}

/// A file that could not be read or written: its path, the reason, and what to do.
package struct FileError: Error, Equatable, CustomStringConvertible, LocalizedError {
  package enum Attempt: String, Sendable { case read, written }

  package let path: String
  package let attempt: Attempt
  package let reason: SystemError
  /// The consequence for other files, as a sentence. Empty if there is none.
  package let consequence: String

  package init(path: String, attempt: Attempt, reason: SystemError, consequence: String = "") {
    self.path = path
    self.attempt = attempt
    self.reason = reason
    self.consequence = consequence
  }

  /// A file or a folder that Foundation could not read or write.
  package init(_ url: URL, _ attempt: Attempt, _ error: any Error) {
    let code = POSIXErrorCode(causing: error).rawValue
    self.init(path: url.path, attempt: attempt, reason: SystemError(rawValue: code))
  }

  package var description: String {
    "\(path) cannot be \(attempt.rawValue): \(reason). \(remedy)"
      + (consequence.isEmpty ? "" : " \(consequence)")
  }

  package var errorDescription: String? { description }

  private var remedy: String {
    switch reason {
    case .noPermission, .notPermitted: "Change its permissions or its folder's, and try again."
    case .readOnly: "Choose a path on another file system, or move the workbook to one."
    case .tooManyOpen, .tooManyOpenInSystem: "Raise the limit of open files (`ulimit -n`)."
    case .tooLarge where attempt == .read: "A text is never that large: move it away."
    case .tooLarge: "Raise the limit of file sizes (`ulimit -f`)."
    case .diskFull, .quotaReached: "Free some space and try again."
    case .invalid where attempt == .read: "It is a device or a pipe: move it away, or pass a file."
    case .isDirectory: "A folder is at this path: choose another path, or move the folder away."
    case .busy: "Another program or a mounted volume occupies it: choose a folder inside it."
    case .belowFile: "A part of the path is a file: move it away."
    case .notFound where attempt == .written:
      "Its folder, or the target of a link, is missing: create it, or choose another."
    case .linkLoop: "A link here leads back to itself: remove it."
    case .exists: "Something else is at this path: move it away."
    case .notFound: "Correct the path, or copy the file from the workbook as you received it."
    default: "Try again."
    }
  }
}
