import Foundation
import Processes

/// A folder for the files of one workload, removed when it is released.
///
/// All of them are in one folder, which ``removeAll()`` removes at the end of the run, because a
/// workload may live until then, for instance on its own thread.
final class ScratchFolder: Sendable {
  let url: URL

  init() {
    do { url = try Workspace.ofThisProcess.newFolder() } catch {
      giveUp("no folder can be made: \(error)")
    }
  }

  deinit { Workspace.ofThisProcess.remove(url) }

  /// Removes the folders of all workloads.
  static func removeAll() { Workspace.ofThisProcess.remove() }
}
