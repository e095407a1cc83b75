internal import Foundation
internal import Locking

/// The grader's temporary folder. Nothing of it is left when ``remove()`` was called, or when nobody needs it any more.
final class Workspace: Sendable {
  private struct State {
    var count = 0
    var isRemoved = false
  }

  let url: URL
  private let state = Locked(State())

  /// - Parameter place: where it will be made; the system's temporary folder by default.
  init(in place: URL = FileManager.default.temporaryDirectory) {
    url = place.appending(path: "workbook-grading-\(UUID().uuidString)")
  }

  deinit { remove() }

  /// A new folder in it, whose name begins with this.
  ///
  /// - Throws: ``Trouble``, also when the workspace was removed.
  func folder(_ name: String) throws(Trouble) -> URL {
    // Under the lock, so that nothing is made after the removal; only the system is called.
    try state.withLock { state throws(Trouble) in
      guard !state.isRemoved else { throw .cancelled }
      state.count += 1
      let folder = url.appending(path: "\(name)-\(state.count)")
      do {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      } catch {
        throw Trouble("“\(folder.path)” cannot be made: \(error.localizedDescription)")
      }
      return folder
    }
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

  func remove() {
    state.withLock { state in
      state.isRemoved = true
      try? FileManager.default.removeItem(at: url)
    }
  }
}
