import Foundation

extension AsWritten {
  /// The document names it and leaves its body out. It starts with a student, since its value is not Optional.
  final class StudentMemoryProvider: SynchronizedDataProviding {
    typealias Value = Student
    private var value = Student.nobody

    var valueBeModifiedHandler: ((_ newValue: Student) -> Void)?

    func getValue() -> Student { value }

    func setValue(_ value: Student) { self.value = value }
  }

  /// The document names it and leaves its body out. The code that changes the file calls the handler.
  final class StudentFileProvider: SynchronizedDataProviding {
    typealias Value = Student
    let file: CountedFile

    var valueBeModifiedHandler: ((_ newValue: Student) -> Void)?

    init(filePath: String) { file = CountedFile(filePath) }

    func getValue() throws -> Student {
      try JSONDecoder().decode(Student.self, from: file.read())
    }

    func setValue(_ value: Student) throws { try file.write(JSONEncoder().encode(value)) }
  }
}
