internal import Locking

/// What this thread is doing: on whose behalf, and where calls wait until it is done.
struct Work: Sendable {
  @TaskLocal static var current = Work()

  /// Whose reading or writing this is, and who therefore need not be told of it.
  var author: ChangeRegistration.Entry?
  /// Where calls wait while a chain is at work.
  var outbox: Outbox?

  /// Calls now, or when the outermost chain on this thread is done.
  static func afterwards(_ call: @escaping @Sendable () -> Void) {
    guard let outbox = current.outbox else { return $current.withValue(Work(), operation: call) }
    outbox.add(call)
  }

  /// Does something on nobody's behalf, so that everybody is told of it.
  static func asNobody(_ body: () -> Void) {
    $current.withValue(Work(outbox: current.outbox), operation: body)
  }
}

/// Calls that wait, in order.
final class Outbox: Sendable {
  private let calls = Locked<[@Sendable () -> Void]>([])

  func add(_ call: @escaping @Sendable () -> Void) { calls.withLock { $0.append(call) } }

  /// Makes the calls, as nobody's author and with nothing to wait for.
  func deliver() {
    let waiting = calls.withLock { calls in
      let waiting = calls
      calls = []
      return waiting
    }
    for call in waiting { Work.$current.withValue(Work(), operation: call) }
  }
}
