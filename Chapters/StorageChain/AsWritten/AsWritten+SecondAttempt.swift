import Foundation

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
