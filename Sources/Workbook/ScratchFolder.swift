internal import Concurrency
public import Foundation
internal import Terminal

/// A folder below the temporary directory for one page. It is removed when its owner is released.
///
/// All folders of a run are below one root, so that nothing is left when the run is ended by Ctrl-C.
public struct ScratchFolder: ~Copyable, Sendable {
  /// Its location. The folder is empty at first.
  public let url: URL
  private let root: ScratchRoot

  /// Makes the folder. Call it on any thread.
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
  private let error: TemporaryDirectoryError

  init(_ error: TemporaryDirectoryError) { self.error = error }

  /// The temporary directory.
  public var directory: URL { error.directory }
  /// The reason in the system's words.
  public var reason: String { error.reason }

  public var description: String { error.description }

  public var errorDescription: String? { description }
}

/// The folder in which a run keeps its scratch folders.
///
/// It is made with the first of them and removed with the last. Usable from any thread; files are made
/// and removed under its lock, so that none is made while ``removeAll()`` runs.
final class ScratchRoot: Sendable {
  /// The root of this process.
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
    // A mebibyte, more than a page writes.
    do { return try RunFolder(in: directory, withRoomFor: 1 << 20) } catch {
      throw ScratchError(error)
    }
  }

  private func failure(_ code: Int32) -> ScratchError {
    ScratchError(
      TemporaryDirectoryError(directory, .system(POSIXErrorCode(rawValue: code) ?? .EIO)))
  }
}

extension URL {
  /// Removes a folder and all that is in it.
  ///
  /// A database that is closed on another thread just now, or a child that was just killed, removes its own files at
  /// the same time, which makes a removal fail and leave the rest; so it is tried again.
  fileprivate func removeTree() {
    for _ in 0..<10 where FileManager.default.fileExists(atPath: path) {
      try? FileManager.default.removeItem(at: self)
    }
  }
}
