import Foundation

extension URL {
  /// The content of the file. Nil if it is not text, or if there is none.
  var text: String? { try? String(contentsOf: self, encoding: .utf8) }

  func write(_ text: String) throws { try Data(text.utf8).write(to: self) }

  /// The names in the folder, sorted.
  var names: [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []).sorted()
  }
}
