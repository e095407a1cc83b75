extension AsWritten {
  /// As written, but built in `init`, because a property's initial value cannot use other properties.
  final class Foo {
    var memoryProvider = StudentMemoryProvider()
    var fileProvider: StudentFileProvider
    var studentData: SynchronizedStorageChain<StudentMemoryProvider, StudentFileProvider>

    init(filePath: String) {
      fileProvider = StudentFileProvider(filePath: filePath)
      studentData = SynchronizedStorageChain<StudentMemoryProvider, StudentFileProvider>(
        memoryProvider, underlyingProvider: fileProvider)
    }

    // `try!` is the document's; the page bad-files shows its effect.
    // swift-format-ignore: NeverUseForceTry
    var currentStudent: Student {
      get {
        return try! studentData.getValue()
      }
      set {
        try! studentData.setValue(newValue)
      }
    }
  }
}
