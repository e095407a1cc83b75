public import Foundation
internal import Processes

/// A folder for one test. It is removed with this value.
public struct TemporaryFolder: ~Copyable, Sendable {
  /// The URL of the folder, without symbolic links in the path.
  public let url: URL

  /// Its name begins with this one, which identifies the test of a leftover folder.
  public init(_ name: String = "test") throws {
    url = TemporaryDirectory.url
      .appending(path: "\(name)-\(UUID().uuidString)", directoryHint: .isDirectory)
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  /// Retries, because a removal fails if a process of the test is still adding files.
  deinit {
    for _ in 0..<10 where FileManager.default.fileExists(atPath: url.path) {
      try? FileManager.default.removeItem(at: url)
    }
  }

  /// The URL of a file in the folder.
  public func file(_ name: String) -> URL { url.appending(path: name) }

  /// The sorted names of everything in the folder, including hidden files.
  public var names: [String] { url.names }
}
