public import Foundation

/// A folder of a page's own below the temporary directory; it is removed when its owner is released.
///
/// All that a run makes stands below one root, so that nothing stays behind either when the run is
/// ended by Ctrl-C.
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

/// The temporary directory cannot be used; the text names it, the reason and the way out.
public struct ScratchError: Error, CustomStringConvertible, LocalizedError {
  /// Where temporary files were to go.
  public let directory: URL
  /// Why they cannot, in the system's words.
  public let reason: String

  public var description: String {
    """
    \(directory.path) cannot hold temporary files (\(reason)); \
    set TMPDIR to a folder that exists, can be written and has room
    """
  }

  public var errorDescription: String? { description }
}
