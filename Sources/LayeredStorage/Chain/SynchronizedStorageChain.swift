internal import Concurrency
public import Synchronization

/// A main provider that is read, over an underlying one that is kept: while nothing is reported to have
/// changed, a read touches main only.
///
/// - Main has no value yet: it is filled from underlying. Main has one: it is believed.
/// - Underlying reports a change: nothing is read until somebody asks; then underlying is read, main
///   written, and ``valueBeModifiedHandler`` told, in this order.
/// - A write goes to underlying first. If that fails, both stay as they were. If main fails after
///   it, the write throws, and the next read repairs main.
///
/// The chain knows nothing of memory or files: any two providers of the same value will do, another chain
/// too. Chains and listeners may share a provider, and all of them may be used from any thread.
public final class SynchronizedStorageChain<
  MainProvider: SynchronizedDataProviding, UnderlyingProvider: SynchronizedDataProviding
>: SynchronizedDataProviding where MainProvider.Value == UnderlyingProvider.Value {
  public typealias Value = MainProvider.Value

  /// The main provider, which is read.
  public let provider: MainProvider
  /// The underlying provider, which is read when main has no value or is out of date.
  public let underlyingProvider: UnderlyingProvider
  /// Who is told that the value may be another one now, as soon as either provider reports it.
  public let valueBeModifiedHandlers: ChangeHandlers

  @usableFromInline let reports: ChangeReports
  private let turn = Turn()
  private let mainAsking: Asking
  private let underlyingAsking: Asking
  private let mainRegistration: ChangeRegistration
  private let underlyingRegistration: ChangeRegistration
  private let handler = Locked<Handler?>(nil)

  /// A struct, because a bare closure in a ``Locked`` is wrapped once more by every access.
  private struct Handler: Sendable {
    let call: @Sendable (_ newValue: Value) -> Void
  }

  /// Listens to both providers for as long as the chain lives; reads and writes nothing yet.
  public init(_ provider: MainProvider, underlyingProvider: UnderlyingProvider) {
    self.provider = provider
    self.underlyingProvider = underlyingProvider
    let main = provider.valueBeModifiedHandlers
    let underlying = underlyingProvider.valueBeModifiedHandlers
    let handlers = ChangeHandlers(over: main, underlying)
    let reports = ChangeReports(handlers.asking)
    let lookWhetherToAsk: @Sendable () -> Void = {
      reports.lookWhetherToAsk()
      handlers.sayWhetherToAsk()
    }
    mainRegistration = main.addNumbered(
      {
        reports.reportMain($0)
        handlers.tell()
      }, whenAskingMayDiffer: lookWhetherToAsk)
    underlyingRegistration = underlying.addNumbered(
      {
        reports.reportUnderlying($0)
        handlers.tell()
      }, whenKnown: { reports.promiseUnderlying($0) }, whenAskingMayDiffer: lookWhetherToAsk)
    (mainAsking, underlyingAsking) = (main.asking, underlying.asking)
    self.reports = reports
    valueBeModifiedHandlers = handlers
  }

  /// Is given the value that was just read from underlying, after main has it too.
  public var valueBeModifiedHandler: (@Sendable (_ newValue: Value) -> Void)? {
    get { handler.withLock { $0 }?.call }
    set {
      // What the old handler holds goes outside the lock.
      let old = handler.withLock { handler in
        let old = handler
        handler = newValue.map { Handler(call: $0) }
        return old
      }
      _ = old
    }
  }

  public var hasValue: Bool {
    get throws { try provider.hasValue ? true : underlyingProvider.hasValue }
  }

  /// Reads main, after bringing it up to date if something was reported.
  @inlinable
  public func getValue() throws -> Value {
    if !reports.areSettled.load(ordering: .acquiring) { try catchUp() }
    return try provider.getValue()
  }

  /// Writes underlying, then main.
  public func setValue(_ value: Value) throws {
    try turn.take {
      let mark = reports.mark()
      try underlyingRegistration.asAuthor { try underlyingProvider.setValue(value) }
      valueBeModifiedHandlers.tell()
      do {
        try writeMain(value)
      } catch {
        reports.reportMainBehind()
        // An outer chain that writes through this one is told too: its write fails, and underlying has it.
        Work.asNobody { valueBeModifiedHandlers.tell() }
        throw error
      }
      reports.settle(mark)
    }
  }

  @usableFromInline
  func catchUp() throws {
    // What cannot tell of its changes by itself is asked first, and tells at once; in an outer chain's turn it
    // tells afterwards.
    _ = mainAsking.ask()
    if underlyingAsking.ask(), Work.current.outbox != nil { reports.reportMainBehind() }
    try turn.take {
      // Another thread may have done it while this one waited for its turn.
      guard !reports.areSettled.load(ordering: .acquiring) else { return }
      let mark = reports.mark()
      if mark.isUnderlyingChanged {
        // What it notices while it is read for this chain is in what is read: no news.
        let newValue = try underlyingRegistration.asAuthor { try underlyingProvider.getValue() }
        try writeMain(newValue)
        if let handler = valueBeModifiedHandler { Work.afterwards { handler(newValue) } }
      } else if try !provider.hasValue {
        try writeMain(underlyingProvider.getValue())
      }
      reports.settle(mark)
    }
  }

  private func writeMain(_ value: Value) throws {
    try mainRegistration.asAuthor { try provider.setValue(value) }
  }
}
