import Foundation

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
