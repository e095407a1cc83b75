import Foundation
import LayeredStorage

/// A student in a file.
final class StudentFileProvider: SynchronizedDataProviding {
  private let file: FileProvider<Student>

  init(url: URL) { file = FileProvider(url: url) }

  var valueBeModifiedHandlers: ChangeHandlers { file.valueBeModifiedHandlers }

  var hasValue: Bool {
    get throws { try file.hasValue }
  }

  /// How often the file was read.
  var fileReadCount: Int { file.fileReadCount }

  func getValue() throws -> Student { try file.getValue() }

  func setValue(_ value: Student) throws { try file.setValue(value) }
}

/// A student in memory, and none at first.
final class StudentMemoryProvider: SynchronizedDataProviding {
  private let memory = MemoryProvider<Student>()

  var valueBeModifiedHandlers: ChangeHandlers { memory.valueBeModifiedHandlers }

  var hasValue: Bool { memory.hasValue }

  func getValue() throws -> Student { try memory.getValue() }

  func setValue(_ value: Student) { memory.setValue(value) }
}
