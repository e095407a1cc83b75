public import Foundation
internal import Processes

/// A folder below the temporary directory for one page. It is removed when its owner is released.
///
/// All folders of a run are below one root, so that nothing is left when the run is ended by Ctrl-C.
public struct ScratchFolder: ~Copyable, Sendable {
  /// Its location. The folder is empty at first.
  public let url: URL
  private let run: Workspace

  /// Makes the folder. Call it on any thread.
  ///
  /// - Throws: ``ScratchError`` when the temporary directory cannot be used; a page lets it through.
  public init() throws(ScratchError) { try self.init(in: .ofThisProcess) }

  /// Never returns once the run is being ended from outside.
  init(in run: Workspace) throws(ScratchError) {
    self.run = run
    do { url = try run.newFolder() } catch {
      Interruption.ofThisProcess.blockIfSignalled()
      throw ScratchError(error)
    }
  }

  deinit { run.remove(url) }
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
