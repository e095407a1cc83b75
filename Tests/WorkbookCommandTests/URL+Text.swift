import Foundation

extension URL {
  /// What is in the file, if there is one that is text.
  var text: String? { try? String(contentsOf: self, encoding: .utf8) }

  func write(_ text: String) throws { try Data(text.utf8).write(to: self) }

  /// The names in the folder, in order.
  var names: [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []).sorted()
  }
}
