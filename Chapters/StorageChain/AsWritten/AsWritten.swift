import Foundation

/// The document's listings, with only the changes that make them compile. Their mistakes are kept on purpose; Errata.md
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

extension AsWritten.FirstAttempt {
  /// As written, except that it compiles, takes its path, and counts what its file does.
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
  /// As written, except that it compiles, takes its path, and counts what its file does.
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
