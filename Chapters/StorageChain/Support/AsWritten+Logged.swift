import Workbook

extension AsWritten {
  /// Records and prints the calls of a provider as written.
  final class Logged<Base: SynchronizedDataProviding>: SynchronizedDataProviding {
    let base: Base
    private let log: CallLog

    init(_ base: Base, in log: CallLog) {
      self.base = base
      self.log = log
    }

    var valueBeModifiedHandler: ((_ newValue: Base.Value) -> Void)? {
      get { base.valueBeModifiedHandler }
      set { base.valueBeModifiedHandler = newValue }
    }

    @_disfavoredOverload
    func getValue() throws -> Base.Value {
      try log.get { try base.getValue() }
    }

    @_disfavoredOverload
    func setValue(_ value: Base.Value) throws {
      try log.set(value) { try base.setValue(value) }
    }

    /// A call by the page, which is recorded with the page's line.
    func getValue(fileID: String = #fileID, line: Int = #line) throws -> Base.Value {
      try log.get(fileID: fileID, line: line) { try base.getValue() }
    }

    /// A call by the page, which is recorded with the page's line.
    func setValue(
      _ value: Base.Value, fileID: String = #fileID, line: Int = #line
    ) throws {
      try log.set(value, fileID: fileID, line: line) { try base.setValue(value) }
    }
  }
}

extension AsWritten.SynchronizedStorageChain: AsWritten.SynchronizedDataProviding {}

extension AsWritten.SynchronizedDataProviding {
  /// Returns this provider with its calls recorded as those of a part.
  func recorded(as part: String, in transcript: Transcript) -> AsWritten.Logged<Self> {
    AsWritten.Logged(self, in: CallLog(of: part, in: transcript, prints: false))
  }
}
