internal import Concurrency
internal import Foundation

/// A main provider that is read, over an underlying one that keeps the value: while no change is reported, a read
/// touches main only.
///
/// - If main has no value yet, the first read fills it from underlying. If it has one, the chain uses that.
/// - After a change of underlying is reported, the next read reads underlying, writes main, and calls
///   ``valueBeModifiedHandler``, in this order. The report itself reads nothing.
/// - A write goes to underlying first. If that fails, both stay as they were. If main fails after it, the write
///   throws, and the next read repairs main.
///
/// The chain depends on the protocol only: any two providers of the same value can be chained, another chain too.
/// Chains and observers may share a provider, and all of them may be used from any thread.
public final class SynchronizedStorageChain<
  MainProvider: SynchronizedDataProviding, UnderlyingProvider: SynchronizedDataProviding
>: SynchronizedDataProviding where MainProvider.Value == UnderlyingProvider.Value {
  public typealias Value = MainProvider.Value

  /// The main provider, which is read.
  public let provider: MainProvider
  /// The underlying provider, which is read when main has no value or is out of date.
  public let underlyingProvider: UnderlyingProvider
  /// Called after each change, as soon as either provider reports it.
  public let valueBeModifiedHandlers: ChangeHandlers

  @usableFromInline let state: ChainState
  private let lock = ChainLock()
  private let registrations: [ChangeRegistration]
  private let handler = Locked<Handler?>(nil)
  private let handlerCalls = CallQueue()

  /// A struct, because a bare closure in a ``Locked`` is wrapped once more by every access.
  private struct Handler: Sendable {
    let call: @Sendable (_ newValue: Value) -> Void
  }

  /// Observes both providers for as long as the chain lives. Reads and writes nothing yet.
  public init(_ provider: MainProvider, underlyingProvider: UnderlyingProvider) {
    self.provider = provider
    self.underlyingProvider = underlyingProvider
    let state = ChainState(
      main: ChainSource(provider.valueBeModifiedHandlers, isKnown: false),
      underlying: ChainSource(underlyingProvider.valueBeModifiedHandlers, isKnown: true))
    let sources = [state.main, state.underlying]
    let handlers = ChangeHandlers(sources: sources.map(\.handlers))
    registrations = sources.map { source in
      source.handlers.addDependent(
        invalidate: {
          state.invalidate()
          handlers.invalidateDependents()
        },
        report: { if !source.isExpected($0) { handlers.notify() } })
    }
    self.state = state
    valueBeModifiedHandlers = handlers
  }

  /// Receives the value that was just read from underlying, after main has been written: one call at a
  /// time, in the order of the reads, on a thread that reads the chain.
  public var valueBeModifiedHandler: (@Sendable (_ newValue: Value) -> Void)? {
    get { handler.withLock { $0 }?.call }
    set {
      // Released after the lock, because a deinitializer may run any code.
      let released = handler.withLock { handler in
        defer { handler = newValue.map { Handler(call: $0) } }
        return handler
      }
      _ = released
    }
  }

  public var hasValue: Bool {
    get throws { try provider.hasValue ? true : underlyingProvider.hasValue }
  }

  /// Reads main, after bringing it up to date if a change was reported.
  @inlinable
  public func getValue() throws -> Value {
    if !state.isSettled { try catchUp() }
    return try provider.getValue()
  }

  /// Writes underlying, then main.
  public func setValue(_ value: Value) throws {
    try lock.withLock {
      let revision = try write(state.underlying) { try underlyingProvider.setValue(value) }
      // Also if main fails: underlying has the value then.
      defer { valueBeModifiedHandlers.notify() }
      do {
        try writeMain(value)
        state.underlying.setCurrent(at: revision)
        state.settle()
      } catch {
        state.underlying.setOutOfDate()
        throw error
      }
    }
  }

  /// Brings main up to date.
  @usableFromInline
  func catchUp() throws {
    try lock.withLock {
      // Before the reads, so that a change which is detected late costs no second read.
      valueBeModifiedHandlers.poll()
      // Another thread may have brought main up to date while this one waited for the lock.
      if !state.isCurrent { try update() }
      state.settle()
    }
  }

  private func update() throws {
    let (main, underlying) = (state.main.handlers.revision, state.underlying.handlers.revision)
    if !state.underlying.isCurrent {
      let newValue = try underlyingProvider.getValue()
      try writeMain(newValue)
      state.underlying.setCurrent(at: underlying)
      // Queued under the lock, so that the calls of several threads keep the order of their reads.
      if let handler = valueBeModifiedHandler, handlerCalls.enqueue({ handler(newValue) }) {
        DeferredCalls.add { [handlerCalls] in handlerCalls.drain() }
      }
    } else if try !provider.hasValue {
      try writeMain(underlyingProvider.getValue())
      state.underlying.setCurrent(at: underlying)
    } else {
      state.main.setCurrent(at: main)
    }
  }

  private func writeMain(_ value: Value) throws {
    state.main.setCurrent(at: try write(state.main) { try provider.setValue(value) })
  }

  private func write(_ source: ChainSource, _ body: () throws -> Void) throws -> Int {
    try source.write(body) { valueBeModifiedHandlers.notify() }
  }
}

/// Lets one thread at a time use a chain between its two writes. Handlers are called after the outermost chain on
/// the thread has released its lock.
///
/// The providers are called while it is held, since it exists to keep two of them in step. It is recursive, so that
/// a provider which calls its handlers itself can be read from them.
private final class ChainLock: Sendable {
  private let lock = NSRecursiveLock()

  func withLock<Result>(_ body: () throws -> Result) rethrows -> Result {
    try DeferredCalls.perform {
      lock.lock()
      defer { lock.unlock() }
      return try body()
    }
  }
}
