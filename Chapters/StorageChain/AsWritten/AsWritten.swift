import Foundation

/// The document's listings, with only what they need to compile. Their mistakes are kept on purpose; Errata.md
/// describes each.
enum AsWritten {
  /// The file is read and written at each access.
  enum FirstAttempt {}
  /// The file is read at launch and written at the end.
  enum SecondAttempt {}
}

/// A file that counts how often it is read and written. It does both as the document does.
final class CountedFile {
  private let url: URL
  private(set) var reads = 0
  private(set) var writes = 0

  init(_ path: String) { url = URL(fileURLWithPath: path) }

  func read() throws -> Data {
    reads += 1
    return try Data(contentsOf: url)
  }

  func write(_ data: Data) throws {
    writes += 1
    try data.write(to: url)
  }
}
