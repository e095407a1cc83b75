internal import Concurrency
internal import Foundation

/// What this thread is doing: on whose behalf, and where calls wait until it is done.
struct Work: Sendable {
  @TaskLocal private static var inherited = Work()

  /// Whose reading or writing this is, and who therefore need not be told of it.
  var author: ChangeRegistration.Entry?
  /// Where calls wait while a chain is at work.
  var outbox: Outbox?

  /// Nothing for a task that a provider started during the work: it inherits it, and is not part of it.
  static var current: Work {
    let work = inherited
    return work.outbox?.isAtHand == false ? Work() : work
  }

  /// Does something as part of a work.
  static func `as`<Result>(_ work: Work, _ body: () throws -> Result) rethrows -> Result {
    try $inherited.withValue(work, operation: body)
  }

  /// Calls now, or when the outermost chain on this thread is done.
  static func afterwards(_ call: @escaping @Sendable () -> Void) {
    guard let outbox = current.outbox else { return Work.as(Work(), call) }
    outbox.add(call)
  }

  /// Does something on nobody's behalf, so that everybody is told of it.
  static func asNobody(_ body: () -> Void) {
    Work.as(Work(outbox: current.outbox), body)
  }
}

/// Calls that wait, in order, for the end of what one thread does.
final class Outbox: Sendable {
  private let thread = ObjectIdentifier(Thread.current)
  private let state = Locked(State())

  private struct State {
    var calls: [@Sendable () -> Void] = []
    var isDelivered = false
  }

  /// Whether this thread is the one whose calls wait here, and they still do.
  var isAtHand: Bool {
    thread == ObjectIdentifier(Thread.current) && !state.withLock { $0.isDelivered }
  }

  func add(_ call: @escaping @Sendable () -> Void) { state.withLock { $0.calls.append(call) } }

  /// Makes the calls, as nobody's author and with nothing to wait for; no more can be added.
  func deliver() {
    let waiting = state.withLock { state in
      let waiting = state.calls
      state = State(isDelivered: true)
      return waiting
    }
    for call in waiting { Work.as(Work(), call) }
  }
}
