/// The requirements of the exercise Broadcast. All members may be used on any thread.
public protocol LearnersBroadcast: AnyObject, Sendable {
  /// - Parameter limit: The number of unread values that each stream keeps, 1 or more.
  init(keeping limit: Int)

  /// The number of streams that can still receive a value.
  var streamCount: Int { get }

  /// A stream of its own for a reader, with the values that are sent after this call.
  func values() -> AsyncStream<Int>

  /// Sends a value to all streams.
  func send(_ value: Int)

  /// Ends all streams.
  func finish()
}
