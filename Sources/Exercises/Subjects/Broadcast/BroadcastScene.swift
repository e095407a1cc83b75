internal import Concurrency

/// The requirements of the exercise Broadcast. All members may be used on any thread.
public protocol BroadcastRequirements: AnyObject, Sendable {
  /// - Parameter limit: The number of unread values that each stream keeps, 1 or more.
  init(keeping limit: Int)

  /// The number of streams that can still receive a value.
  var streamCount: Int { get }

  /// Returns a new stream of the values that are sent after this call.
  func values() -> AsyncStream<Int>

  /// Sends a value to all streams.
  func send(_ value: Int)

  /// Ends all streams.
  func finish()
}

/// Readers of one broadcast, each of which loops over a stream in a task.
///
/// Each value that a reader's loop receives is an event, and so is the end of the loop:
/// `ann receives 7`, `ann ends`. `read ann 2` leaves the loop after two values. For `threads 20`,
/// each thread opens twenty streams and releases half of them. In `pairs 2`, streams keep 2 values.
///
/// `StepTasks` describes how the tasks run, and the order of the events of a step.
public final class BroadcastScene<Broadcast: BroadcastRequirements>: Scene {
  public static var forms: StepForms {
    [
      "keep 3": "makes a broadcast whose streams keep that many unread values.",
      "open ann": "makes a stream for that reader, who does not read yet.",
      "read ann; send 7": nil,
      "cancel ann": "cancels the task of that reader.",
      "open ann … sending 7": "sends that value right after the stream was made.",
      "streams": "reports `streamCount`.",
      "drop ann": "releases the stream of that reader, who has not read it.",
      "open bob; read bob 2": nil,
      "send 7 … finishing": "ends all streams right after it has sent.",
      "finish": nil,
      "threads 20": "makes two threads open streams, send and release streams at the same time.",
      "pairs 2":
        "makes one thread call a member, and then another thread one of them, on a new broadcast.",
      "forget": "releases the broadcast.",
    ]
  }

  private let tasks = StepTasks()
  private var broadcast: Broadcast?
  private var opened: [String: AsyncStream<Int>] = [:]
  private let unread = Locked<[AsyncStream<Int>]>([])

  public init() {}

  deinit { tasks.end() }

  public func take(_ step: Step, _ events: Events) throws(SceneFailure) {
    try tasks.take(events) { () throws(SceneFailure) in try take(step) }
  }

  private func take(_ step: Step) throws(SceneFailure) {
    switch step.verb {
    case "keep": broadcast = Broadcast(keeping: try step.count(0))
    case "open":
      opened[try step.argument(0)] = try current().values()
      if try step.has("sending", at: 1) { try current().send(try step.number(2)) }
    case "read":
      let limit = step.arguments.count > 1 ? try step.number(1) : .max
      try read(try step.argument(0), atMost: limit)
    case "drop": opened[try step.argument(0)] = nil
    case "send":
      try current().send(try step.number(0))
      if try step.has("finishing", at: 1) { try current().finish() }
    case "finish": try current().finish()
    case "cancel": tasks.cancel(try step.argument(0))
    case "streams": tasks.report("streams: \(try current().streamCount)")
    case "threads": try race(try step.count(0))
    case "pairs": callPairs(keeping: try step.count(0))
    case "forget":
      weak let forgotten = broadcast
      broadcast = nil
      tasks.report(forgotten == nil ? "the broadcast is released" : "the broadcast is retained")
    default: throw step.unknown
    }
  }

  private func current() throws(SceneFailure) -> Broadcast {
    try broadcast.orFail("there is no broadcast")
  }

  private func read(_ reader: String, atMost limit: Int) throws(SceneFailure) {
    let stream = try opened.removeValue(forKey: reader).orFail("“\(reader)” has no stream")
    tasks.start(reader) { [tasks] in
      var count = 0
      for await value in stream {
        tasks.report(reader, "receives \(value)")
        count += 1
        if count == limit { return tasks.report(reader, "leaves") }
      }
      tasks.report(reader, "ends")
    }
  }

  /// Uses the broadcast on two threads at the same time.
  private func race(_ count: Int) throws(SceneFailure) {
    let broadcast = try current()
    let meeting = Meeting(of: 2)
    meeting.run { [unread] _ in
      for index in 0..<count {
        meeting.wait(round: index)
        // Called first, because the runtime's own locks may order the later calls.
        _ = broadcast.streamCount
        let stream = broadcast.values()
        broadcast.send(index)
        if index.isMultiple(of: 2) { unread.withLock { $0.append(stream) } }
      }
    }
  }

  /// Calls each pair of members on two threads, on a broadcast without and with a stream.
  private func callPairs(keeping limit: Int) {
    let calls: [@Sendable (Broadcast) -> Any?] = [
      { $0.streamCount }, { $0.values() }, { $0.send(1) }, { $0.finish() },
    ]
    Meeting.callPairs(calls, then: calls) { Broadcast(keeping: limit) }
    Meeting.callPairs(calls, then: calls) { [unread] in
      let broadcast = Broadcast(keeping: limit)
      let stream = broadcast.values()
      unread.withLock { $0.append(stream) }
      return broadcast
    }
  }
}
