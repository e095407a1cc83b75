internal import Concurrency

/// The tasks of a scene, each for a named caller, and their reports.
///
/// A scene takes each step within ``take(_:_:)``, which returns when no task can continue. A
/// solution may resume waiting tasks in any order, so the events of a step are sorted: first those
/// of the scene's own parts, in order, then those of the callers, by name.
final class StepTasks: Sendable {
  private struct State {
    var tasks: [String: [Task<Void, Never>]] = [:]
    /// The caller is empty for a part of the scene.
    var reports: [(caller: String, line: String)] = []
  }

  private let executor: StepExecutor
  private let state = Locked(State())

  /// - Parameter executor: The executor that a scene shares with an actor.
  init(executor: StepExecutor = StepExecutor()) { self.executor = executor }

  /// Takes a step, runs the tasks until none can continue, and sends what they have reported.
  func take(_ events: Events, _ step: () throws(SceneFailure) -> Void) throws(SceneFailure) {
    try executor.run(step)
    let reports = state.withLock { exchange(&$0.reports, with: []) }
    events.send(reports.sorted { $0.caller < $1.caller }.map(\.line))
  }

  /// Starts a task for a caller. It belongs to no actor.
  func start(_ caller: String, _ operation: @escaping @Sendable () async -> Void) {
    let task = Task.detached(priority: .medium) { await operation() }
    state.withLock { $0.tasks[caller, default: []].append(task) }
  }

  /// Starts a task for a caller. Unless cancelled, reports the result, or a prefix and the error.
  func start(
    _ caller: String, orError prefix: String,
    _ call: @escaping @Sendable () async throws -> String
  ) {
    start(caller) { [self] in
      let outcome: String
      do { outcome = try await call() } catch { outcome = "\(prefix)\(error)" }
      if !Task.isCancelled { report("\(caller):", outcome) }
    }
  }

  /// Cancels all tasks of a caller.
  func cancel(_ caller: String) {
    let tasks = state.withLock { $0.tasks[caller, default: []] }
    tasks.forEach { $0.cancel() }
  }

  /// Cancels all tasks and runs them to their ends, when the scene is released. `closing` resumes
  /// those that do not end by cancellation.
  func end(_ closing: () -> Void = {}) {
    let tasks = state.withLock { $0.tasks.values.flatMap(\.self) }
    try? executor.run {
      tasks.forEach { $0.cancel() }
      closing()
    }
  }

  /// Reports an event of a caller.
  func report(_ caller: String, _ line: String) {
    state.withLock { $0.reports.append((caller, "\(caller) \(line)")) }
  }

  /// Reports an event of a part of the scene.
  func report(_ line: String) { state.withLock { $0.reports.append(("", line)) } }
}

/// Requests of tasks, each of which waits until a step answers it by its number.
///
/// A request is an event with its number, from 1 on: `server: request 2, like 7`.
final class ScriptedRequests<Answer: Sendable>: Sendable {
  private struct State {
    var lastNumber = 0
    var waiting: [Int: (details: String, continuation: UnsafeContinuation<Answer, any Error>)] = [:]
  }

  private let tasks: StepTasks
  private let texts: (request: String, noRequest: String)
  private let reportsCancellation: Bool
  private let state = Locked(State())

  /// `request` precedes a request's number. `noRequest` is the event if the request to be answered
  /// does not wait; `#` is its number. The events are reported to the tasks.
  init(
    _ tasks: StepTasks, request: String = "server: request",
    noRequest: String = "server: no request # waits for an answer", reportsCancellation: Bool = true
  ) {
    self.tasks = tasks
    texts = (request, noRequest)
    self.reportsCancellation = reportsCancellation
  }

  /// Reports a request, with these words after its number, and waits for its answer. Throws
  /// `CancellationError` as soon as the task is cancelled.
  func send(_ details: String = "") async throws -> Answer {
    let number = state.withLock { state in
      state.lastNumber += 1
      return state.lastNumber
    }
    tasks.report("\(texts.request) \(number)\(details)")
    return try await withTaskCancellationHandler {
      // Unsafe: a checked one would warn about a scene that is released while a request waits.
      try await withUnsafeThrowingContinuation { continuation in
        let isCancelled = state.withLock { state in
          let isCancelled = Task.isCancelled
          if !isCancelled { state.waiting[number] = (details, continuation) }
          return isCancelled
        }
        if isCancelled { continuation.resume(throwing: CancellationError()) }
      }
    } onCancel: {
      if reportsCancellation { tasks.report("\(texts.request) \(number) was cancelled") }
      let waiting = state.withLock { $0.waiting.removeValue(forKey: number) }
      waiting?.continuation.resume(throwing: CancellationError())
    }
  }

  /// Answers a request whose details have a prefix. It is an event if no such request waits.
  func answer(_ number: Int, of prefix: String = "", _ answer: Result<Answer, any Error>) {
    let continuation = state.withLock { state -> UnsafeContinuation<Answer, any Error>? in
      guard state.waiting[number]?.details.hasPrefix(prefix) == true else { return nil }
      return state.waiting.removeValue(forKey: number)?.continuation
    }
    guard let continuation else {
      return tasks.report(texts.noRequest.replacing("#", with: "\(number)"))
    }
    continuation.resume(with: answer)
  }

  /// Fails all waiting requests, for a scene that is released.
  func close() {
    let waiting = state.withLock { exchange(&$0.waiting, with: [:]) }
    for request in waiting.values { request.continuation.resume(throwing: CancellationError()) }
  }
}
