import Concurrency
import MiniRx

@testable import Chapter_Repository

extension MomentsDetails {
  /// A timeline of that user without moments, so that timelines can be distinguished: prints `Ann, 0 moments`.
  static func timeline(of name: String) -> MomentsDetails {
    MomentsDetails(
      userDetails: UserDetails(id: "0", name: name, avatar: "", backgroundImage: ""), moments: [])
  }
}

/// What an observer was told, in order.
final class History: Sendable {
  private let told = Locked<[String]>([])

  /// The events so far, as they print.
  var events: [String] { told.withLock { $0 } }

  func add(_ event: String) { told.withLock { $0.append(event) } }

  /// Begins to listen; the bag ends it.
  static func of(_ source: Observable<some Sendable>, until bag: DisposeBag) -> History {
    let history = History()
    source.subscribe { event in history.add("\(event)") }.disposed(by: bag)
    return history
  }
}

/// Delivers at once, on the sender's thread.
struct AtOnce: SchedulerType {
  func schedule(_ action: @escaping @Sendable () -> Void) { action() }
}

/// Runs one closure at a time: at once on the sender's thread, or on that of another sender that is busy.
struct InOrder: SchedulerType {
  private let calls = CallQueue()

  func schedule(_ action: @escaping @Sendable () -> Void) { calls.run(action) }
}
