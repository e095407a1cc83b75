internal import Concurrency
public import Foundation
internal import Terminal

/// A folder of a page's own below the temporary directory; it is removed when its owner is released.
///
/// All folders of a run are below one root, so that nothing is left when the run is ended by Ctrl-C.
public struct ScratchFolder: ~Copyable {
  /// Where it is: an empty folder at first.
  public let url: URL
  private let root: ScratchRoot

  /// Makes the folder; any thread may.
  ///
  /// - Throws: ``ScratchError`` when the temporary directory cannot be used; a page lets it through.
  public init() throws(ScratchError) { try self.init(below: .ofThisRun) }

  init(below root: ScratchRoot) throws(ScratchError) {
    self.root = root
    url = try root.makeFolder()
  }

  deinit { root.remove(url) }
}

/// The temporary directory cannot be used. The text names it, the reason and what to do.
public struct ScratchError: Error, CustomStringConvertible, LocalizedError {
  /// The temporary directory.
  public let directory: URL
  /// The reason in the system's words.
  public let reason: String

  public var description: String {
    """
    \(directory.path) cannot hold temporary files (\(reason)); \
    set TMPDIR to a folder that exists, can be written and has room
    """
  }

  public var errorDescription: String? { description }
}

/// The folder in which a run keeps its scratch folders.
///
/// It is made with the first of them and removed with the last. Usable from any thread; files are made
/// and removed under its lock, so that none is made while ``removeAll()`` runs.
final class ScratchRoot: Sendable {
  /// The one of this process.
  static let ofThisRun = ScratchRoot(in: TemporaryDirectory.url)

  private struct State {
    var root: RunFolder?
    var made = 0
    var alive = 0
    var isOver = false
  }

  private let directory: URL
  private let state = Locked(State())

  /// Makes nothing yet.
  init(in directory: URL) { self.directory = directory }

  /// Never returns once the run is being ended from outside.
  func makeFolder() throws(ScratchError) -> URL {
    let made = try state.withLock { (state) throws(ScratchError) -> URL? in
      guard !state.isOver else { return nil }
      let root = if let root = state.root { root } else { try makeRoot() }
      state.root = root
      let folder = root.url.appending(path: "\(state.made + 1)")
      guard mkdir(folder.path, 0o755) == 0 else { throw failure(errno) }
      state.made += 1
      state.alive += 1
      return folder
    }
    if let made { return made }
    Interruption.blockIfBegun()
    throw failure(ECANCELED)
  }

  func remove(_ folder: URL) {
    state.withLock { state in
      folder.removeTree()
      state.alive -= 1
      guard state.alive == 0, let root = state.root else { return }
      root.remove()
      state.root = nil
    }
  }

  /// Removes everything now, even what is still in use, and makes no more.
  func removeAll() {
    state.withLock { state in
      state.isOver = true
      state.root?.remove()
    }
  }

  private func makeRoot() throws(ScratchError) -> RunFolder {
    let root: RunFolder
    do { root = try RunFolder(in: directory) } catch { throw failure(error.code.rawValue) }
    let code = root.url.appending(path: "trial").writingFails()
    guard code == 0 else {
      root.remove()
      throw failure(code)
    }
    return root
  }

  private func failure(_ code: Int32) -> ScratchError {
    ScratchError(directory: directory, reason: String(cString: strerror(code)))
  }
}

extension URL {
  /// Whether there is room for a file of 1 MiB, which is more than a page writes: on a full disk a
  /// folder can often still be made.
  ///
  /// - Returns: 0, or the number of the system's error.
  fileprivate func writingFails() -> Int32 {
    let descriptor = open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { return errno }
    defer {
      close(descriptor)
      unlink(path)
    }
    var rest = [UInt8](repeating: 0, count: 1 << 20)[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
      guard count > 0 else { return errno }
      rest = rest.dropFirst(count)
    }
    return 0
  }

  /// Removes a folder and all that is in it.
  ///
  /// A database that is closed on another thread just now, or a child that was just killed, removes its own files at the same time, which makes a removal fail and leave the
  /// rest; so it is tried again.
  fileprivate func removeTree() {
    for _ in 0..<10 where FileManager.default.fileExists(atPath: path) {
      try? FileManager.default.removeItem(at: self)
    }
  }
}
