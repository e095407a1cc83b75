import Foundation

/// The document's listings, with only the changes that make them compile. Their mistakes are kept
/// intentionally; Docs/Errata.md describes them.
enum AsWritten {
  /// Every access reads or writes the file.
  enum FirstAttempt {}
  /// The file is read at launch and written at termination.
  enum SecondAttempt {}
}

/// A file that counts its reads and writes, which it performs as the document does.
final class CountedFile {
  private let url: URL
  private(set) var reads = 0
  private(set) var writes = 0
  /// Called before each access; true for a read.
  var onAccess: (_ isRead: Bool) -> Void = { _ in }

  init(_ path: String) { url = URL(fileURLWithPath: path) }

  func read() throws -> Data {
    reads += 1
    onAccess(true)
    return try Data(contentsOf: url)
  }

  func write(_ data: Data) throws {
    writes += 1
    onAccess(false)
    try data.write(to: url)
  }
}

extension AsWritten.FirstAttempt {
  /// As written, except that it compiles, takes a path, and counts the accesses to its file.
  final class Foo {
    let file: CountedFile

    init(filePath: String) { file = CountedFile(filePath) }

    var currentStudent: Student? {
      get {
        let decoder = JSONDecoder()
        let data = try? file.read()
        return data.flatMap { try? decoder.decode(Student.self, from: $0) }
      }
      set {
        let encoder = JSONEncoder()
        let data = try? encoder.encode(newValue)
        try? data.map(file.write)
      }
    }
  }
}

extension AsWritten.SecondAttempt {
  /// As written, except that it compiles, takes a path, and counts the accesses to its file.
  final class Foo {
    let file: CountedFile

    init(filePath: String) { file = CountedFile(filePath) }

    var currentStudent: Student?

    func load() {
      let decoder = JSONDecoder()
      let data = try? file.read()
      currentStudent = data.flatMap { try? decoder.decode(Student.self, from: $0) }
    }

    func save() {
      let encoder = JSONEncoder()
      let data = try? encoder.encode(currentStudent)
      try? data.map(file.write)
    }
  }
}
