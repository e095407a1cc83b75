/// Both ends of a sequence in one object: it can be told events, and be listened to.
///
/// Delivery is synchronous, on the sender's thread, to the observers in the order in which they
/// subscribed. Sending from inside an observer is depth first and never deadlocks. Sends from several
/// threads at a time are neither lost nor made to wait for each other.
public protocol SubjectType<Element>: ObserverType, ObservableType {
  /// Whether anybody listens; false at the end.
  var hasObservers: Bool { get }

  /// Whether ``dispose()`` was called; completing is not disposing.
  var isDisposed: Bool { get }

  /// Drops all observers silently, and whatever is stored. Later sends are ignored and later
  /// subscriptions get ``RxError/disposed(object:)``.
  func dispose()
}
