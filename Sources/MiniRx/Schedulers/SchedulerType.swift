/// Where work runs: a queue, the main thread, or whatever a test puts in its place.
public protocol SchedulerType: Sendable {
  /// Runs the closure there, at once or later.
  func schedule(_ action: @escaping @Sendable () -> Void)
}
