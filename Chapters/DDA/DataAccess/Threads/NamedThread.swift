internal import Foundation

/// A thread that knows its name, and runs tasks in the order in which they were added, until it is
/// finished.
public final class NamedThread: Sendable {
  private let crew: ThreadCrew

  /// Starts it.
  public init(name: String) { crew = ThreadCrew(name: name, count: 1) }

  /// Adds a task and returns at once; after ``finish()`` it is dropped.
  public func async(_ task: @escaping @Sendable () -> Void) { crew.async(task) }

  /// Lets the tasks that were added run, then ends the thread and waits for that. Called on the
  /// thread itself it does not wait.
  public func finish() {
    crew.dismiss()
    if !crew.isPresent { crew.join() }
  }

  deinit { crew.dismiss() }

  /// The name of the thread that asks; nil if it is none of these. `Thread.name` is another one, which
  /// Linux cuts at 15 bytes.
  public static var presentName: String? { Seat.present?.name }
}
