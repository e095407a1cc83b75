import Foundation
import Terminal

/// A folder for the files of one workload, removed with its last reference.
///
/// All are in one folder of the process, which ``removeAll()`` removes at the end of the run: a workload can
/// live until then, on a thread of its own for example.
final class ScratchFolder: Sendable {
  private static let root = TemporaryDirectory.url.appending(
    path: "Benchmarks-\(UUID().uuidString)", directoryHint: .isDirectory)

  let url = root.appending(path: UUID().uuidString, directoryHint: .isDirectory)

  init() {
    do {
      try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    } catch {
      fatalError("the folder \(url.path) cannot be made: \(error)")
    }
  }

  deinit { try? FileManager.default.removeItem(at: url) }

  /// Removes the folders of all workloads.
  static func removeAll() { try? FileManager.default.removeItem(at: root) }
}
