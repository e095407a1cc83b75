internal import Foundation
internal import LayeredStorage

/// Whole files: whoever reads finds the old content or the new one, also when the program is ended between.
enum Files {
  static func read(_ url: URL) throws(FileError) -> Data {
    do throws(SystemError) {
      return try File.read(url.path)
    } catch {
      throw FileError(path: url.path, attempt: .read, reason: error)
    }
  }

  /// Nil when there is no such file.
  static func readIfPresent(_ url: URL) throws(FileError) -> Data? {
    do throws(FileError) {
      return try read(url)
    } catch {
      guard error.reason == .notFound else { throw error }
      return nil
    }
  }

  /// Makes the folder of the file too, if it is missing. A device or a pipe is written to and not replaced.
  static func write(_ bytes: Data, to url: URL) throws(FileError) {
    do throws(SystemError) {
      try File.makeDirectory(url.deletingLastPathComponent().path)
      if isSpecial(url) {
        try pour(bytes, into: url)
      } else {
        try File.replace(url.path, with: bytes)
      }
    } catch {
      throw FileError(path: url.path, attempt: .written, reason: error)
    }
  }

  /// Whether there is something that is neither a file nor a folder.
  static func isSpecial(_ url: URL) -> Bool {
    var status = stat()
    let types: [mode_t] = [S_IFREG, S_IFDIR].map { mode_t($0) }
    return stat(url.path, &status) == 0 && !types.contains(status.st_mode & mode_t(S_IFMT))
  }

  private static func pour(_ bytes: Data, into url: URL) throws(SystemError) {
    let descriptor = open(url.path, O_WRONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw SystemError(rawValue: errno) }
    defer { close(descriptor) }
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Foundation.write(descriptor, $0.baseAddress, $0.count) }
      guard count >= 0 || errno == EINTR else { throw SystemError(rawValue: errno) }
      rest = rest.dropFirst(max(count, 0))
    }
  }
}
