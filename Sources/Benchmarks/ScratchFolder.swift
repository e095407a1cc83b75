import Foundation
import Terminal

/// A folder for the files of one workload, removed when it is released.
///
/// All of them are in one folder, which ``removeAll()`` removes at the end of the run, because a
/// workload may live until then, for instance on its own thread.
final class ScratchFolder: Sendable {
  private static let root: RunFolder = {
    let directory = TemporaryDirectory.url
    do { return try RunFolder(in: directory) } catch {
      giveUp(
        "no folder can be made in \(directory.path): \(error.localizedDescription)",
        removesFiles: false)
    }
  }()

  let url = root.url.appending(path: UUID().uuidString, directoryHint: .isDirectory)

  init() {
    do {
      try FileManager.default.createDirectory(at: url, withIntermediateDirectories: false)
    } catch {
      giveUp("the folder \(url.path) cannot be made: \(error)")
    }
  }

  deinit { try? FileManager.default.removeItem(at: url) }

  /// Removes the folders of all workloads.
  static func removeAll() { root.remove() }
}
