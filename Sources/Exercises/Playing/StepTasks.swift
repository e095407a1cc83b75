internal import Concurrency

/// The tasks of a scene, each for a named caller, and their reports.
///
/// A scene takes each step within ``take(_:_:)``, which returns when no task can continue. A
/// solution may resume waiting tasks in any order, so the events of a step are sorted: first those
/// of the scene's own parts, in order, then those of the callers, by name.
final class StepTasks: Sendable {
  private struct State {
    var tasks: [String: [Task<Void, Never>]] = [:]
    var parts: [String] = []
    var callers: [(name: String, line: String)] = []
  }

  private let executor: StepExecutor
  private let state = Locked(State())

  /// - Parameter executor: The executor that a scene shares with an actor.
  init(executor: StepExecutor = StepExecutor()) {
    self.executor = executor
  }

  /// Takes a step, runs the tasks until none can continue, and sends what they have reported.
  func take(_ events: Events, _ step: () throws(SceneFailure) -> Void) throws(SceneFailure) {
    try executor.run(step)
    let (parts, callers) = state.withLock { state in
      defer { (state.parts, state.callers) = ([], []) }
      return (state.parts, state.callers)
    }
    parts.forEach { events($0) }
    let sorted = callers.enumerated().sorted {
      ($0.element.name, $0.offset) < ($1.element.name, $1.offset)
    }
    for caller in sorted { events("\(caller.element.name) \(caller.element.line)") }
  }

  /// Starts a task for a caller. It belongs to no actor.
  func start(_ caller: String, _ operation: @escaping @Sendable () async -> Void) {
    let task = Task.detached(priority: .medium) { await operation() }
    state.withLock { $0.tasks[caller, default: []].append(task) }
  }

  /// Cancels all tasks of a caller.
  func cancel(_ caller: String) {
    let tasks = state.withLock { $0.tasks[caller, default: []] }
    tasks.forEach { $0.cancel() }
  }

  /// Cancels all tasks and runs them to their ends, when the scene is released.
  ///
  /// - Parameter closing: Resumes tasks that do not end by cancellation.
  func end(_ closing: () -> Void = {}) {
    let tasks = state.withLock { $0.tasks.values.flatMap(\.self) }
    try? executor.run {
      tasks.forEach { $0.cancel() }
      closing()
    }
  }

  /// Reports an event of a caller.
  func report(_ caller: String, _ line: String) {
    state.withLock { $0.callers.append((caller, line)) }
  }

  /// Reports an event of a part of the scene.
  func report(_ line: String) {
    state.withLock { $0.parts.append(line) }
  }
}
