internal import Foundation
internal import Processes

/// The grader's temporary files. Each function throws ``GradingError``, also if the workspace was
/// removed.
extension Workspace {
  /// Creates a folder, whose name begins with `name`.
  func folder(_ name: String) throws(GradingError) -> URL {
    do { return try newFolder("\(name)-") } catch { throw GradingError(error) }
  }

  /// Creates a folder in one of the workspace, which every user can enter.
  func makeFolder(_ folder: URL) throws(GradingError) {
    try make {
      try FileManager.default.createDirectory(
        at: folder, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o755])
    }
  }

  /// Writes a file in the workspace.
  func write(_ text: String, to file: URL) throws(GradingError) {
    try make { try Data(text.utf8).write(to: file) }
  }

  /// Creates a symbolic link of the same name in a folder of the workspace.
  func link(_ target: URL, in folder: URL) throws(GradingError) {
    let link = folder.appending(path: target.lastPathComponent)
    try make {
      try FileManager.default.createSymbolicLink(at: link, withDestinationURL: target)
    }
  }

  private func make(_ body: () throws -> Void) throws(GradingError) {
    do { try create(body) } catch { throw GradingError(error) }
  }
}

extension GradingError {
  fileprivate init(_ error: TemporaryDirectoryError) {
    self = error.cause == .system(.ECANCELED) ? .cancelled : GradingError("\(error).")
  }
}
