internal import Concurrency
internal import Foundation
internal import Terminal

/// The grader's temporary folder: a ``RunFolder`` that is created with its first content, and removed by ``remove()`` or
/// `deinit`. Nothing is created in it afterwards.
final class Workspace: Sendable {
  private struct State {
    var root: RunFolder?
    var count = 0
    var isRemoved = false
  }

  /// Identifies the processes that this grader starts, in their environment.
  let id = UUID().uuidString
  private let place: URL
  private let state = Locked(State())

  /// - Parameter place: The parent of the folder.
  init(in place: URL = TemporaryDirectory.url) {
    self.place = place
  }

  deinit { remove() }

  /// Creates a folder, whose name begins with `name`.
  ///
  /// - Throws: ``GradingError``, also if the workspace was removed.
  func folder(_ name: String) throws(GradingError) -> URL {
    try change { state throws(GradingError) in
      let root = if let root = state.root { root } else { try makeRoot() }
      state.root = root
      state.count += 1
      let folder = root.url.appending(path: "\(name)-\(state.count)")
      try write {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
      }
      return folder
    }
  }

  /// Creates a folder in one of the workspace, which every user can enter.
  ///
  /// - Throws: ``GradingError``, also if the workspace was removed.
  func makeFolder(_ folder: URL) throws(GradingError) {
    try change { _ throws(GradingError) in
      try write {
        try FileManager.default.createDirectory(
          at: folder, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o755])
      }
    }
  }

  /// Writes a file in the workspace.
  ///
  /// - Throws: ``GradingError``, also if the workspace was removed.
  func write(_ text: String, to file: URL) throws(GradingError) {
    try change { _ throws(GradingError) in
      try write { try Data(text.utf8).write(to: file) }
    }
  }

  /// Creates a symbolic link of the same name in a folder of the workspace.
  ///
  /// - Throws: ``GradingError``, also if the workspace was removed.
  func link(_ target: URL, in folder: URL) throws(GradingError) {
    let link = folder.appending(path: target.lastPathComponent)
    try change { _ throws(GradingError) in
      try write {
        try FileManager.default.createSymbolicLink(at: link, withDestinationURL: target)
      }
    }
  }

  /// Removes a folder of the workspace.
  func remove(_ folder: URL) {
    try? change { _ in try? FileManager.default.removeItem(at: folder) }
  }

  /// Removes the workspace, with files that a program which is ending writes meanwhile.
  func remove() {
    state.withLock { state in
      state.isRemoved = true
      state.root?.remove()
      state.root = nil
    }
  }

  private func makeRoot() throws(GradingError) -> RunFolder {
    do { return try RunFolder(forCompilerIn: place, withRoomFor: 1 << 20) } catch {
      throw GradingError("\(error).")
    }
  }

  /// Calls `body` under the lock, so that nothing is created during the removal or after it. It calls only the system.
  private func change<Result: Sendable>(
    _ body: (inout State) throws(GradingError) -> Result
  ) throws(GradingError) -> Result {
    try state.withLock { state throws(GradingError) in
      guard !state.isRemoved else { throw .cancelled }
      return try body(&state)
    }
  }

  private func write(_ body: () throws -> Void) throws(GradingError) {
    do { try body() } catch {
      // On Linux, the text of Foundation's own error is `NSCocoaErrorDomain error 512`.
      let reason = (error as NSError).userInfo[NSUnderlyingErrorKey] as? POSIXError
      throw GradingError("\(TemporaryDirectoryError(place, .system(reason?.code ?? .EIO))).")
    }
  }
}
