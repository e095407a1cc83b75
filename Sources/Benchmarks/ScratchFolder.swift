import Foundation
import Terminal

/// A folder for the files of one workload, removed with its last reference.
///
/// All are in one folder of the run, which ``removeAll()`` removes at its end: a workload can live until then, on a
/// thread of its own for example.
final class ScratchFolder: Sendable {
  private static let root: RunFolder = {
    let directory = TemporaryDirectory.url
    do { return try RunFolder(in: directory) } catch {
      fatalError("no folder can be made in \(directory.path): \(error.localizedDescription)")
    }
  }()

  let url = root.url.appending(path: UUID().uuidString, directoryHint: .isDirectory)

  init() {
    do {
      try FileManager.default.createDirectory(at: url, withIntermediateDirectories: false)
    } catch {
      fatalError("the folder \(url.path) cannot be made: \(error)")
    }
  }

  deinit { try? FileManager.default.removeItem(at: url) }

  /// Removes the folders of all workloads.
  static func removeAll() { root.remove() }
}
