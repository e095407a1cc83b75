internal import Concurrency
public import Observing
public import Service

/// The controller of the screen on which users change their names. For each name: `rejected |
/// (waiting answered)`.
///
/// It validates a name and passes it to the service, which does the rest. It does not update any
/// view: the new name arrives as a change of the user, which a ``UserProfile`` observes.
public final class SettingController: Sendable {
  /// The progress of the latest name.
  public enum State: Equatable, Sendable {
    /// No name has been entered yet.
    case ready
    /// The name is invalid and was not passed to the service.
    case rejected(NewName.ValidationError)
    /// The service has the name, but there is no outcome yet; the screens still show the old name.
    case waiting(NewName)
    /// The rename has ended with this outcome.
    case answered(RenameOutcome)
  }

  /// The progress of the latest name. It becomes `waiting` before the service receives the name;
  /// the outcome is set where the service delivers it.
  public var state: any ReadableValue<State> { currentState }

  private let currentState = ObservableValue(State.ready)
  private let service: any UserService
  private let userID: Int64
  private let count = Locked(0)
  private let updates = CallQueue()

  /// Creates a controller that renames a user through a service.
  public init(_ service: any UserService, userID: Int64) {
    self.service = service
    self.userID = userID
  }

  /// Validates a name and passes it to the service. Returns at once. If several names are entered
  /// in a row, the state describes the latest.
  public func enter(_ newName: String) {
    let entry = count.withLock { count in
      count += 1
      return count
    }
    do throws(NewName.ValidationError) {
      update(.waiting(try NewName(newName)), of: entry)
    } catch {
      update(.rejected(error), of: entry)
    }
  }

  /// Sets one state at a time, because a new name could be entered between the check for the latest
  /// name and the change of the state. States of earlier names are dropped.
  private func update(_ state: State, of entry: Int) {
    updates.run { [self] in
      if count.withLock({ $0 }) == entry { currentState.value = state }
      guard case .waiting(let name) = state else { return }
      service.modifyUserName(name.text, of: userID) { [self] outcome in
        update(.answered(outcome), of: entry)
      }
    }
  }
}
