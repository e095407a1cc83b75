internal import Foundation
internal import Grading
internal import LayeredStorage

/// A lock between processes: at most one command at a time changes what is kept about a learner.
///
/// The system releases it when its process ends, however that ends.
enum StateLock {
  /// Waits until no other process holds the lock of a folder, and runs the body under it. Not recursive.
  ///
  /// - Throws: ``FileError`` when the folder cannot be written, and what the body throws.
  static func hold<Result>(
    in folder: URL, _ body: () throws(FileError) -> Result
  ) throws(FileError) -> Result {
    let url = folder.appending(path: "lock")
    do throws(SystemError) {
      try File.makeDirectory(folder.path)
    } catch {
      throw FileError(path: url.path, attempt: .written, reason: error)
    }
    let descriptor = FileLock.acquire(url.path, makesFile: true, waits: true)
    guard descriptor >= 0 else {
      throw FileError(path: url.path, attempt: .written, reason: SystemError(rawValue: errno))
    }
    defer { close(descriptor) }
    return try body()
  }
}
