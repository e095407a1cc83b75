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
  /// - Throws: An error with the path of the temporary directory, the reason and what to do, if that
  ///   cannot be used. A page lets it through, and the program ends.
  public init() throws { try self.init(in: .ofThisProcess) }

  /// Never returns once a signal is ending the run.
  init(in run: Workspace) throws(TemporaryDirectoryError) {
    self.run = run
    do { url = try run.newFolder() } catch {
      Interruption.ofThisProcess.blockIfSignalled()
      throw error
    }
  }

  deinit { run.remove(url) }
}
