import LayeredStorage

/// Creates the parts and connects them. Its users see a student.
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
