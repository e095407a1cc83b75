import Foundation
import LayeredStorage

/// The value that is restored at the next launch.
struct Student: Codable, Sendable, Equatable {
  var id: String
  var name: String
  var age: Int
}

extension Student {
  static let nobody = Student("nobody")
  static let ann = Student("Ann")
  static let bob = Student("Bob")
  static let cid = Student("Cid")
  static let dan = Student("Dan")

  /// Creates a student with a name and arbitrary other values.
  init(_ name: String) { self.init(id: name.lowercased(), name: name, age: 20) }
}

extension Student: CustomStringConvertible {
  var description: String { name }
}

/// Creates and connects the providers and the chain. Its clients use only a student.
final class Foo<Underlying: SynchronizedDataProviding<Student>> {
  let memoryProvider: StudentMemoryProvider
  let underlyingProvider: Underlying
  let studentData: SynchronizedStorageChain<StudentMemoryProvider, Underlying>

  init(over underlyingProvider: Underlying) {
    memoryProvider = StudentMemoryProvider()
    self.underlyingProvider = underlyingProvider
    studentData = SynchronizedStorageChain(memoryProvider, underlyingProvider: underlyingProvider)
  }

  var currentStudent: Student {
    get throws { try studentData.getValue() }
  }

  /// A function, because a property's setter cannot throw.
  func setCurrentStudent(_ student: Student) throws { try studentData.setValue(student) }
}

final class StudentFileProvider: SynchronizedDataProviding {
  private let file: FileProvider<Student>

  init(url: URL) { file = FileProvider(url: url) }

  var valueBeModifiedHandlers: ChangeHandlers { file.valueBeModifiedHandlers }

  var hasValue: Bool {
    get throws { try file.hasValue }
  }

  /// The number of times that the file was read.
  var fileReadCount: Int { file.fileReadCount }

  /// Why changes by other writers are not reported; nil if they are.
  var watchFailure: FileProviderError? { file.watchFailure }

  func getValue() throws -> Student { try file.getValue() }

  func setValue(_ value: Student) throws { try file.setValue(value) }
}

/// A student in memory, initially none.
final class StudentMemoryProvider: SynchronizedDataProviding {
  private let memory = MemoryProvider<Student>()

  var valueBeModifiedHandlers: ChangeHandlers { memory.valueBeModifiedHandlers }

  var hasValue: Bool { memory.hasValue }

  func getValue() throws -> Student { try memory.getValue() }

  func setValue(_ value: Student) { memory.setValue(value) }
}
