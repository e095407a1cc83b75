import LayeredStorage

/// A student in memory, and nobody at first.
final class StudentMemoryProvider: SynchronizedDataProviding {
  private let memory = MemoryProvider<Student>()

  var valueBeModifiedHandlers: ChangeHandlers { memory.valueBeModifiedHandlers }

  var hasValue: Bool { memory.hasValue }

  func getValue() throws -> Student { try memory.getValue() }

  func setValue(_ value: Student) { memory.setValue(value) }
}
