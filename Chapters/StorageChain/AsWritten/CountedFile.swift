import Foundation

/// A file that counts how often it is touched. It reads and writes as the document does.
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
