internal import Concurrency
public import Dispatch
public import Foundation

/// The thread or queue to which a store is confined.
public enum StoreHome: Sendable {
  /// The thread on which the store is made or resolved.
  case currentThread
  /// The blocks of a serial queue, on any thread.
  case queue(DispatchQueue)
}

/// The requirements of the exercise Confinement: a store of one name, confined to its home.
///
/// Calling `read`, `write` or `reference` elsewhere ends the process.
public protocol ConfinementRequirements: AnyObject, SendableMetatype {
  associatedtype Reference: ReferenceRequirements where Reference.Store == Self

  init(_ name: String, home: StoreHome)

  /// Whether the calling code runs at the store's home. May be called anywhere.
  var isHome: Bool { get }

  func read() -> String
  func write(_ name: String)

  /// A reference, for another thread or queue.
  func reference() -> Reference
}

/// A reference to a store, which may be passed to any thread.
public protocol ReferenceRequirements: Sendable {
  associatedtype Store

  /// A store with the same name, confined to the new home.
  ///
  /// - Throws: ``AlreadyResolved``, except in the first call.
  func resolve(home: StoreHome) throws(AlreadyResolved) -> Store
}

/// A reference was resolved a second time.
public struct AlreadyResolved: Error, CustomStringConvertible, LocalizedError {
  public init() {}

  public var description: String { "already resolved" }

  public var errorDescription: String? { "The reference is \(self)." }
}

/// Stores that are confined to threads and queues.
///
/// The last word of a step may be a queue: `read artist loader data` reads in a block of `data`
/// that the thread `loader` runs, and `open artist ann loader data` makes a store for that queue.
/// `race artist 50 loader` makes fifty references, each of which two threads resolve.
public struct ConfinementScene<Store: ConfinementRequirements>: Scene {
  public static var forms: StepForms {
    [
      "thread loader; thread screen; queue data": nil,
      "open artist ann loader": "makes a store of that name, on that thread or for that queue.",
      "read artist loader; write artist bob loader": nil,
      "ask artist loader": "reports `isHome` of that store.",
      "refer artist letter loader": "makes a reference to that store.",
      "resolve letter copy screen": "resolves the reference, which makes another store.",
      "race artist 50 loader": "makes two threads resolve each of the references at the same time.",
      "open band cid loader data; read band loader data; write band dan loader data": nil,
      "ask band loader data; refer band note loader data; resolve note third screen data": nil,
      "race band 50 loader data": nil,
      "pairs ann":
        "makes two threads take turns to use two stores that were resolved from the same store.",
      "end loader": "ends that thread.",
    ]
  }

  private var threads: [String: ThreadPool] = [:]
  private var queues: [String: DispatchQueue] = [:]
  /// The stores by name. Nil for a store whose reference could not be resolved.
  private var stores: [String: Store?] = [:]
  private var references: [String: Store.Reference] = [:]

  public init() {}

  public mutating func take(_ step: Step, _ events: Events) throws(SceneFailure) {
    let name = try step.argument(0)
    switch step.verb {
    case "thread":
      // All threads have the same name, so a name does not identify a thread.
      threads[name] = ThreadPool(name: "worker")
      threads[name]?.async { CurrentThread.name = "worker" }
    case "queue": queues[name] = DispatchQueue(label: "store")
    case "end":
      let thread = threads.removeValue(forKey: name)
      thread?.finish()
      thread?.join()
    case "open":
      let (place, value) = (try place(step, 2), try step.argument(1))
      stores.updateValue(place.run { Store(value, home: place.home) }, forKey: name)
    case "resolve": resolve(name, try step.argument(1), try place(step, 2), events)
    case "read", "ask": try use(name, "", try place(step, 1), step, events)
    case "write", "refer", "race":
      try use(name, try step.argument(1), try place(step, 2), step, events)
    case "pairs": callPairs(name)
    default: throw step.unknown
    }
  }

  /// Uses a store, unless its reference could not be resolved.
  private mutating func use(
    _ name: String, _ value: String, _ place: ScenePlace, _ step: Step, _ events: Events
  ) throws(SceneFailure) {
    guard let store = try stores[name].orFail("no store is called “\(name)”") else {
      return events("there is no store \(name)")
    }
    switch step.verb {
    case "read": place.run { events("\(place.name) reads \(store.read())") }
    case "ask":
      place.run { events("\(name) is \(store.isHome ? "" : "not ")at home on \(place.name)") }
    case "write":
      place.run {
        store.write(value)
        events("\(place.name) writes \(value)")
      }
    case "refer":
      references[value] = place.run { store.reference() }
      events("\(value) refers to \(name)")
    default: race(store, try step.count(1), place, events)
    }
  }

  private mutating func resolve(
    _ name: String, _ copy: String, _ place: ScenePlace, _ events: Events
  ) {
    stores.updateValue(nil, forKey: copy)
    guard let reference = references[name] else {
      return events("there is no reference \(name)")
    }
    let resolved = place.run {
      Result { () throws(AlreadyResolved) in try reference.resolve(home: place.home) }
    }
    events.send(orError: "\(name): ") {
      stores.updateValue(try resolved?.get(), forKey: copy)
      return "\(copy) belongs to \(place.name)"
    }
  }

  /// Resolves the same references on two threads at the same time.
  private func race(_ store: Store, _ count: Int, _ place: ScenePlace, _ events: Events) {
    let references = place.run { (0..<count).map { _ in store.reference() } } ?? []
    let wins = Locked(Array(repeating: 0, count: count))
    let meeting = Meeting(of: 2)
    meeting.run { _ in
      for (index, reference) in references.enumerated() {
        meeting.wait(round: index)
        if (try? reference.resolve(home: .currentThread)) != nil {
          wins.withLock { $0[index] += 1 }
        }
      }
    }
    let once = wins.withLock { $0.count { $0 == 1 } }
    events("\(once) of \(count) references were resolved once")
  }

  /// For every pair of members, one thread calls the first, and then another thread calls the
  /// second, each on its own store. Both stores show the same name.
  private func callPairs(_ name: String) {
    let calls: [@Sendable (Locked<[Store.Reference]>) -> Any?] = [
      { Self.resolved($0)?.read() }, { Self.resolved($0)?.write(name) },
      { Self.resolved($0)?.reference() },
    ]
    Meeting.callPairs(calls, then: calls) {
      let store = Store(name, home: .currentThread)
      return Locked(calls.map { _ in store.reference() })
    }
  }

  private static func resolved(_ references: Locked<[Store.Reference]>) -> Store? {
    let reference = references.withLock { $0.popLast() }
    return try? reference?.resolve(home: .currentThread)
  }

  private func place(_ step: Step, _ index: Int) throws(SceneFailure) -> ScenePlace {
    let name = try step.argument(index)
    let thread = try threads[name].orFail("no thread is called “\(name)”")
    guard let label = step.arguments.dropFirst(index + 1).first else {
      return ScenePlace(name: name, thread: thread, queue: nil)
    }
    let queue = try queues[label].orFail("no queue is called “\(label)”")
    return ScenePlace(name: "\(name) in \(label)", thread: thread, queue: queue)
  }
}

/// A thread of a scene, or a block of a queue that the thread runs.
private struct ScenePlace {
  let name: String
  let thread: ThreadPool
  let queue: DispatchQueue?

  var home: StoreHome { queue.map { .queue($0) } ?? .currentThread }

  /// Runs the closure on the thread, and returns its result.
  @discardableResult
  func run<Result>(_ body: @escaping () -> Result) -> Result? {
    // Unsafe because stores are not `Sendable`, and the scene tests their use on other threads.
    nonisolated(unsafe) let body = body
    nonisolated(unsafe) var result: Result?
    _ = thread.sync { [queue] in
      // A queue runs a synchronous block on the waiting thread.
      result = queue?.sync(execute: body) ?? body()
    }
    return result
  }
}
