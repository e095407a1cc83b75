internal import Foundation
internal import Locking

/// The grader's temporary folder. Nothing of it is left when ``remove()`` was called.
final class Workspace: Sendable {
  let url = FileManager.default.temporaryDirectory
    .appending(path: "workbook-grading-\(UUID().uuidString)")
  private let count = Locked(0)

  /// A new folder in it, whose name begins with this.
  func folder(_ name: String) throws(Trouble) -> URL {
    let number = count.withLock { count in
      count += 1
      return count
    }
    let folder = url.appending(path: "\(name)-\(number)")
    do {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    } catch {
      throw Trouble("“\(folder.path)” cannot be made: \(error.localizedDescription)")
    }
    return folder
  }

  func write(_ text: String, to file: URL) throws(Trouble) {
    do { try Data(text.utf8).write(to: file) } catch {
      throw Trouble("“\(file.path)” cannot be written: \(error.localizedDescription)")
    }
  }

  /// Makes a symbolic link of the same name in a folder.
  func link(_ target: URL, in folder: URL) throws(Trouble) {
    let link = folder.appending(path: target.lastPathComponent)
    do {
      try FileManager.default.createSymbolicLink(at: link, withDestinationURL: target)
    } catch {
      throw Trouble("“\(link.path)” cannot be made: \(error.localizedDescription)")
    }
  }

  func remove() { try? FileManager.default.removeItem(at: url) }
}
