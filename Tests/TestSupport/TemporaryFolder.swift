public import Foundation
internal import Processes

/// A folder of one test's own, which is removed with its last use.
public struct TemporaryFolder: ~Copyable, Sendable {
  /// Where it is, without symbolic links in the path.
  public let url: URL

  /// Makes the folder.
  ///
  /// - Parameter name: the beginning of its name, so that one that is left behind names its test.
  /// - Throws: why it cannot be made.
  public init(_ name: String = "test") throws {
    url = TemporaryDirectory.url
      .appending(path: "\(name)-\(UUID().uuidString)", directoryHint: .isDirectory)
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  /// Retries, because a removal fails halfway if something that a test has started still adds a file.
  deinit {
    for _ in 0..<10 where FileManager.default.fileExists(atPath: url.path) {
      try? FileManager.default.removeItem(at: url)
    }
  }

  /// The URL of a file in the folder.
  public func file(_ name: String) -> URL { url.appending(path: name) }

  /// The names of everything in the folder, hidden or not, sorted.
  public var names: [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: url.path)) ?? []).sorted()
  }
}
