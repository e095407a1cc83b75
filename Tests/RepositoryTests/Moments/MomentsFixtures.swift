import Concurrency
import MiniRx

@testable import Chapter_Repository

extension MomentsDetails {
  /// A user's timeline without moments, printed as `Ann, 0 moments`.
  static func timeline(of name: String) -> MomentsDetails {
    MomentsDetails(
      userDetails: UserDetails(id: "0", name: name, avatar: "", backgroundImage: ""), moments: [])
  }
}

/// The events that an observer receives, in order.
final class History: Sendable {
  private let told = Locked<[String]>([])

  /// The descriptions of the events so far.
  var events: [String] { told.withLock { $0 } }

  func add(_ event: String) { told.withLock { $0.append(event) } }

  /// Records a sequence's events until the bag is disposed.
  static func of(_ source: Observable<some Sendable>, until bag: DisposeBag) -> History {
    let history = History()
    source.subscribe { event in history.add("\(event)") }.disposed(by: bag)
    return history
  }
}

/// A scheduler that runs each closure at once, on the sender's thread.
struct AtOnce: SchedulerType {
  func schedule(_ action: @escaping @Sendable () -> Void) { action() }
}

/// A scheduler that runs one closure at a time, on the thread of one of the senders.
struct InOrder: SchedulerType {
  private let calls = CallQueue()

  func schedule(_ action: @escaping @Sendable () -> Void) { calls.run(action) }
}
