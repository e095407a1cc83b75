extension AsWritten {
  /// Prints the calls of a provider as written.
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

    func getValue() throws -> Base.Value {
      try log.get { try base.getValue() }
    }

    func setValue(_ value: Base.Value) throws {
      log.set(value)
      try base.setValue(value)
    }
  }
}
