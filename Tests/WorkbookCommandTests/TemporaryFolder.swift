import Foundation
import Terminal

/// A folder of a test's own, which goes with it.
struct TemporaryFolder: ~Copyable {
  let url: URL

  init() throws {
    url = TemporaryDirectory.url
      .appending(path: "workbook-command-tests-\(UUID().uuidString)", directoryHint: .isDirectory)
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: url) }
}

extension URL {
  /// What is in the file, if there is one that is text.
  var text: String? { try? String(contentsOf: self, encoding: .utf8) }

  func write(_ text: String) throws { try Data(text.utf8).write(to: self) }

  /// The names in the folder, in order.
  var names: [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []).sorted()
  }
}
