/// One observer's place in a subject, and the flag that says that it has stopped.
///
/// It knows where to give the place back but does not keep the subject alive: a subject that goes
/// clears what its subscriptions can reach.
@usableFromInline
final class Subscription: Disposable {
  /// Higher than that of every earlier subscription to the subject.
  @usableFromInline let id: Int
  @usableFromInline let stopped = StopFlag()
  /// Up when its place is a gap; raised under the subject's lock.
  @usableFromInline let left = StopFlag()
  /// A closure and not a protocol, because it is specialised for the subject's element.
  private let leave: @Sendable (Int) -> Void

  @usableFromInline
  init(id: Int, leave: @escaping @Sendable (Int) -> Void) {
    self.id = id
    self.leave = leave
  }

  @usableFromInline
  func dispose() {
    if stopped.raise() { leave(id) }
  }
}
