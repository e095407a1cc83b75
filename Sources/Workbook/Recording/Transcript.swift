internal import Concurrency
public import Foundation

/// The lines and events of a page, in order. Usable from any thread.
public final class Transcript: Sendable {
  private let write: @Sendable (String) -> Void
  private let settings: [String: String]
  let program: URL
  private let threadName: (@Sendable () -> String?)?
  let state = Locked(State())

  struct State {
    var recording = Recording()
    /// The calls that have not returned.
    var calls: [Enclosing] = []
    /// The orders of reads whose place is that of the next line on their thread.
    var reads: [Int] = []
  }

  /// - Parameters:
  ///   - settings: The values of the chapter's own options, by name.
  ///   - program: The chapter's own program, for pages that start it again.
  ///   - threadName: Returns the name of a thread that is not the main one.
  ///   - write: Receives each line, without its line break, on the thread that printed it.
  public init(
    settings: [String: String] = [:], program: URL = URL(filePath: "/dev/null"),
    threadName: (@Sendable () -> String?)? = nil,
    write: @escaping @Sendable (String) -> Void
  ) {
    self.settings = settings
    self.program = program
    self.threadName = threadName
    self.write = write
  }

  /// The given value of an option of the chapter, or nil.
  public func value(of option: ChapterOption) -> String? { settings[option.name] }

  /// Prints one line.
  public func line(_ text: String, fileID: String = #fileID, line: Int = #line) {
    let order = add(.line, text, from: nil, to: nil, fileID, line).order
    state.withLock { state in
      let thread = state.recording.event(order).thread
      let here = state.reads.filter { state.recording.event($0).thread == thread }
      for read in here { state.recording.place(read, like: order) }
      state.reads.removeAll(where: here.contains)
    }
    write(text)
  }

  /// The recording so far.
  public var recording: Recording { state.withLock { $0.recording } }

  /// Reserves a place for a part, before parts that appear later.
  public func part(_ name: String) { state.withLock { $0.recording.add(part: name) } }

  /// The current part: the one whose call encloses this code, or the page.
  public var currentPart: String { enclosing?.part ?? Recording.page }

  /// Records an event. A message, a read or a write is the current part's, unless `from` is given.
  ///
  /// The event has the source place of the enclosing call, send or subscription, if there is one.
  /// Pages leave `fileID` and `line` out.
  public func record(
    _ kind: Recording.Kind, _ text: String = "", from: String? = nil, to: String? = nil,
    fileID: String = #fileID, line: Int = #line
  ) {
    _ = add(kind, text, from: from, to: to, fileID, line)
  }

  /// Records that a part reads, in one of its properties. A property does not know its place in the
  /// page, so the event gets that of the next line that is printed on its thread.
  public func read(_ text: String, by part: String, fileID: String = #fileID, line: Int = #line) {
    let order = add(.read, text, from: nil, to: part, fileID, line).order
    state.withLock { $0.reads.append(order) }
  }

  /// Records events of several threads at the same time, none of them a call. Afterwards sorts them
  /// by thread, and by text on each thread, so that their order does not depend on timing.
  public func concurrently<Result, Failure: Error>(
    isolation: isolated (any Actor)? = #isolation, _ body: () async throws(Failure) -> Result
  ) async throws(Failure) -> Result {
    let first = state.withLock { $0.recording.events.count }
    let result = try await body()
    state.withLock { $0.recording.sortEvents(from: first) }
    return result
  }

  /// A call, a send or a subscription.
  struct Enclosing {
    let order: Int
    let part: String?
    let file: String
    let line: Int
  }

  @TaskLocal static var currentTask: Enclosing?

  /// The event that encloses the current code. Code without a task, on a thread or a queue, belongs
  /// to the innermost call that has not returned, which waits for it.
  var enclosing: Enclosing? {
    if let enclosing = Self.currentTask { return enclosing }
    let hasTask = withUnsafeCurrentTask { $0 != nil }
    return hasTask ? nil : state.withLock { $0.calls.last }
  }

  func add(
    _ kind: Recording.Kind, _ text: String, from: String?, to: String?, _ file: String, _ line: Int
  ) -> Enclosing {
    let outer = enclosing
    let (file, line) = (outer?.file ?? file, outer?.line ?? line)
    var from = from
    // The current part acts on another one.
    if from == nil, to != nil, [.send, .read, .write].contains(kind) {
      from = outer?.part ?? (kind == .send ? Recording.page : nil)
    }
    let event = Recording.Event(
      kind: kind, from: from, to: to, text: text, thread: currentThread, inside: outer?.order,
      file: file, line: line)
    let order = state.withLock { $0.recording.add(event) }
    return Enclosing(order: order, part: to ?? outer?.part, file: file, line: line)
  }

  private var currentThread: String {
    MainQueue.isCurrent ? "main" : (threadName ?? { ThreadPool.currentName })() ?? "pool"
  }
}

extension Transcript {
  /// Records a call of a part, and makes it. Events during the call are inside it.
  ///
  /// The text is the function with its arguments. The caller is the current part, unless `caller`
  /// is given. `result` and `failure` return the text for a value or an error.
  @discardableResult
  public func call<Value, Failure: Error>(
    _ text: String, of part: String, by caller: String? = nil,
    returning result: (Value) -> String = { _ in "" },
    failing failure: (Failure) -> String = { "\($0)" },
    fileID: String = #fileID, line: Int = #line, _ body: () throws(Failure) -> Value
  ) throws(Failure) -> Value {
    let call = begin(text, of: part, by: caller, fileID, line)
    let outcome = Self.$currentTask.withValue(call) { Result(catching: body) }
    return try end(call, outcome, result, failure)
  }

  /// Records an asynchronous call, and makes it. Events during the call are inside it.
  @discardableResult
  public func call<Value, Failure: Error>(
    _ text: String, of part: String, by caller: String? = nil,
    returning result: (Value) -> String = { _ in "" },
    failing failure: (Failure) -> String = { "\($0)" },
    fileID: String = #fileID, line: Int = #line, isolation: isolated (any Actor)? = #isolation,
    _ body: () async throws(Failure) -> Value
  ) async throws(Failure) -> Value {
    let call = begin(text, of: part, by: caller, fileID, line)
    let outcome = await Self.$currentTask.withValue(call) { () -> Result<Value, Failure> in
      do throws(Failure) { return .success(try await body()) } catch { return .failure(error) }
    }
    return try end(call, outcome, result, failure)
  }

  private func begin(
    _ text: String, of part: String, by caller: String?, _ file: String, _ line: Int
  ) -> Enclosing {
    let call = add(.call, text, from: caller ?? currentPart, to: part, file, line)
    state.withLock { $0.calls.append(call) }
    return call
  }

  private func end<Value, Failure: Error>(
    _ call: Enclosing, _ outcome: Result<Value, Failure>, _ result: (Value) -> String,
    _ failure: (Failure) -> String
  ) throws(Failure) -> Value {
    let text =
      switch outcome {
      case .success(let value): result(value)
      case .failure(let error): "error: \(failure(error))"
      }
    let caller = state.withLock { state in
      state.calls.removeAll { $0.order == call.order }
      return state.recording.event(call.order).from
    }
    Self.$currentTask.withValue(call) { record(.return, text, from: call.part, to: caller) }
    return try outcome.get()
  }
}
