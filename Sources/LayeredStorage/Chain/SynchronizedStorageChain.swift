internal import Concurrency
internal import Foundation

/// A main provider for reads, over an underlying provider that keeps the value. While no change is
/// reported, a read touches only main.
///
/// - If main has no value yet, the first read fills it from underlying. Otherwise the chain uses
///   main's value.
/// - After a change of underlying is reported, the next read reads underlying, writes main, and
///   calls ``valueBeModifiedHandler``, in this order. The report itself reads nothing.
/// - A write goes to underlying first. If that fails, neither provider changes. If main then fails,
///   the write throws, and the next read repairs main.
///
/// Any two providers of the same value can be chained, including other chains. Chains and observers
/// may share a provider, and all of them can be used from any thread. A chain never returns an
/// older value than was read from a chain below it, unless a file or a provider of your own there
/// is written directly: its new value can be read just before the change is counted. While several
/// chains over the same two providers write, a read may return any of the values; after the writes,
/// all chains return underlying's.
public final class SynchronizedStorageChain<
  MainProvider: SynchronizedDataProviding, UnderlyingProvider: SynchronizedDataProviding
>: SynchronizedDataProviding where MainProvider.Value == UnderlyingProvider.Value {
  public typealias Value = MainProvider.Value

  /// The main provider, which is read first.
  public let provider: MainProvider
  /// The underlying provider, which is read when main has no value or is out of date.
  public let underlyingProvider: UnderlyingProvider
  /// Called after each change, as soon as either provider reports it.
  public let valueBeModifiedHandlers: ChangeHandlers

  @usableFromInline let state: ChainState
  /// Held while the two providers are updated. Recursive, so that a provider can be read from the
  /// handlers that it calls itself.
  private let lock = NSRecursiveLock()
  private let registrations: [ChangeRegistration]
  private let handler = Locked<Handler?>(nil)
  private let handlerCalls = CallQueue()

  /// A struct, because a bare closure in a ``Locked`` gains another thunk on every access.
  private struct Handler: Sendable {
    let call: @Sendable (_ newValue: Value) -> Void
  }

  /// Creates a chain that observes both providers until released. Does not read or write them yet.
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
        invalidate: { isChange in
          // First, because a chain above may read this one as soon as the change is counted.
          state.invalidate()
          guard isChange else { return handlers.invalidateDependents(isChange: false) }
          // The chain writes to main what underlying has, whose change was counted before.
          if source !== state.main || !source.isOwnChange { handlers.advance() }
        },
        report: { if !source.takesAsOwnReport() { handlers.callHandlers() } })
    }
    self.state = state
    valueBeModifiedHandlers = handlers
  }

  /// Receives the value just read from underlying, after main was written. Calls are made one at a
  /// time, in the order of the reads, on a thread that reads the chain.
  public var valueBeModifiedHandler: (@Sendable (_ newValue: Value) -> Void)? {
    get { handler.withLock { $0 }?.call }
    set {
      // Released outside the lock, because a deinit may run code.
      let newHandler = newValue.map { Handler(call: $0) }
      _ = handler.withLock { exchange(&$0, with: newHandler) }
    }
  }

  public var hasValue: Bool {
    get throws { try provider.hasValue ? true : underlyingProvider.hasValue }
  }

  /// Reads main, after updating it if a change was reported.
  @inlinable
  public func getValue() throws -> Value {
    if !state.isSettled { try catchUp() }
    return try provider.getValue()
  }

  /// Writes underlying, then main.
  public func setValue(_ value: Value) throws {
    try locked {
      let revision = try write(state.underlying) { try underlyingProvider.setValue(value) }
      // Even if main fails, underlying has changed.
      defer { valueBeModifiedHandlers.callHandlers() }
      state.underlying.setOutOfDate()
      try writeMain(value, of: revision)
      // The write itself has succeeded.
      try? repairMain()
      state.settle()
    }
  }

  @usableFromInline
  func catchUp() throws {
    try locked {
      // Polls before the reads, so that a change that is detected late costs no second read.
      valueBeModifiedHandlers.poll()
      // Another thread may have updated main while this one waited for the lock.
      if !state.isCurrent { try update() }
      state.settle()
    }
  }

  private func update() throws {
    let (main, underlying) = (state.main.handlers.revision, state.underlying.handlers.revision)
    if !state.underlying.isCurrent {
      try readUnderlying()
    } else if try !provider.hasValue {
      try writeMain(underlyingProvider.getValue(), of: underlying)
    } else {
      return state.main.setCurrent(at: main)
    }
    try repairMain()
  }

  private func readUnderlying() throws {
    let revision = state.underlying.handlers.revision
    let newValue = try underlyingProvider.getValue()
    try writeMain(newValue, of: revision)
    // Enqueued under the lock, so that calls from several threads keep the order of their reads.
    if let handler = valueBeModifiedHandler, handlerCalls.enqueue({ handler(newValue) }) {
      DeferredCalls.add { [handlerCalls] in handlerCalls.drain() }
    }
  }

  /// Call it after each write of main: if underlying has changed meanwhile, main is written again.
  ///
  /// So several chains over the same two providers agree: the one that writes main last has the
  /// latest value of underlying, or finds a later change here. A chain that has not counted its
  /// change yet will write main later still.
  private func repairMain() throws {
    // If that fails, or never ends, every chain over underlying reads it again.
    defer { if !state.underlying.isCurrent { state.underlying.handlers.advance() } }
    for _ in 0..<8 where !state.underlying.isCurrent { try readUnderlying() }
  }

  private func writeMain(_ value: Value, of revision: Int) throws {
    state.main.setCurrent(at: try write(state.main) { try provider.setValue(value) })
    state.underlying.setCurrent(at: revision)
  }

  /// Calls handlers after the outermost chain on the thread has released its lock.
  private func locked(_ body: () throws -> Void) rethrows {
    try DeferredCalls.perform { try lock.withLock(body) }
  }

  private func write(_ source: ChainSource, _ body: () throws -> Void) throws -> Int {
    try source.write(body) { valueBeModifiedHandlers.notify() }
  }
}
