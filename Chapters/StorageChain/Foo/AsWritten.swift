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

extension AsWritten {
  /// As written, with `AnyObject` instead of `class`.
  protocol SynchronizedDataProviding: AnyObject {
    associatedtype Value

    var valueBeModifiedHandler: ((_ newValue: Value) -> Void)? { get set }

    func getValue() throws -> Value

    func setValue(_ value: Value) throws
  }

  /// As written, with the handler that the listing calls but does not declare.
  class SynchronizedStorageChain<
    MainProvider: SynchronizedDataProviding, UnderlyingProvider: SynchronizedDataProviding
  > where MainProvider.Value == UnderlyingProvider.Value {
    public let provider: MainProvider
    public let underlyingProvider: UnderlyingProvider?

    public var valueBeModifiedHandler: ((_ newValue: MainProvider.Value) -> Void)?

    private var isUnderlyingProviderBeUpdated = false

    public func getValue() throws -> MainProvider.Value {
      if isUnderlyingProviderBeUpdated, let underlyingProvider = underlyingProvider {
        let newValue = try underlyingProvider.getValue()
        valueBeModifiedHandler?(newValue)
        try provider.setValue(newValue)
      }

      return try provider.getValue()
    }

    public func setValue(_ value: MainProvider.Value) throws {
      try provider.setValue(value)
      try underlyingProvider?.setValue(value)
    }

    public init(_ provider: MainProvider, underlyingProvider: UnderlyingProvider) {
      self.provider = provider
      self.underlyingProvider = underlyingProvider
      self.underlyingProvider?.valueBeModifiedHandler = { [unowned self] (_) -> Void in
        self.isUnderlyingProviderBeUpdated = true
      }
    }
  }
}

extension AsWritten {
  /// The document names this class but omits its body. It starts with a student, because its value
  /// is not Optional.
  final class StudentMemoryProvider: SynchronizedDataProviding {
    typealias Value = Student
    private var value = Student.nobody

    var valueBeModifiedHandler: ((_ newValue: Student) -> Void)?

    func getValue() -> Student { value }

    func setValue(_ value: Student) { self.value = value }
  }

  /// The document names this class but omits its body. The code that changes the file calls the
  /// handler.
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

extension AsWritten {
  /// As written, but built in `init`: a property's initial value cannot use other properties.
  final class Foo {
    var memoryProvider = StudentMemoryProvider()
    var fileProvider: StudentFileProvider
    var studentData: SynchronizedStorageChain<StudentMemoryProvider, StudentFileProvider>

    init(filePath: String) {
      fileProvider = StudentFileProvider(filePath: filePath)
      studentData = SynchronizedStorageChain<StudentMemoryProvider, StudentFileProvider>(
        memoryProvider, underlyingProvider: fileProvider)
    }

    // `try!` is the document's; the page `bad-files` shows its effect.
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
