public import Foundation
internal import Processes

/// A folder below the temporary directory for one page. It is removed when its owner is released,
/// or when Ctrl-C ends the run.
public struct ScratchFolder: ~Copyable, Sendable {
  /// Its location. The folder is empty at first.
  public let url: URL
  private let run: Workspace

  /// Creates the folder. Can be called on any thread.
  ///
  /// - Throws: ``ScratchError`` if the temporary directory cannot be used. A page lets it through.
  public init() throws(ScratchError) { try self.init(in: .ofThisProcess) }

  /// Never returns once a signal is ending the run.
  init(in run: Workspace) throws(ScratchError) {
    self.run = run
    do { url = try run.newFolder() } catch {
      Interruption.ofThisProcess.blockIfSignalled()
      throw ScratchError(error)
    }
  }

  deinit { run.remove(url) }
}

/// The temporary directory cannot be used. The text has its path, the reason and what to do.
public struct ScratchError: Error, CustomStringConvertible, LocalizedError {
  private let error: TemporaryDirectoryError

  init(_ error: TemporaryDirectoryError) { self.error = error }

  public var description: String { error.description }

  public var errorDescription: String? { description }
}
