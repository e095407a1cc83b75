import LayeredStorage

/// Prints the calls of a provider.
final class Logged<Base: SynchronizedDataProviding>: SynchronizedDataProviding {
  let base: Base
  private let log: CallLog

  init(_ base: Base, in log: CallLog) {
    self.base = base
    self.log = log
  }

  var valueBeModifiedHandlers: ChangeHandlers { base.valueBeModifiedHandlers }

  var hasValue: Bool {
    get throws { try base.hasValue }
  }

  func getValue() throws -> Base.Value {
    try log.get { try base.getValue() }
  }

  func setValue(_ value: Base.Value) throws {
    log.set(value)
    try base.setValue(value)
  }
}
