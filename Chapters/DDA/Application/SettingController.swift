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
  private let entries = Locked(Entries())

  /// The number of entered names, and the pending changes of the state.
  private struct Entries {
    var count = 0
    var updates = DeliveryQueue<Update>()
  }

  private struct Update {
    let entry: Int
    let state: State
  }

  /// - Parameters:
  ///   - service: The service that renames the user.
  ///   - userID: The user to rename.
  public init(_ service: any UserService, userID: Int64) {
    self.service = service
    self.userID = userID
  }

  /// Validates a name and passes it to the service. Returns at once.
  ///
  /// If several names are entered in a row, possibly on several threads, the state describes the
  /// latest.
  public func enter(_ newName: String) {
    let entry = entries.withLock { entries in
      entries.count += 1
      return entries.count
    }
    let name: NewName
    do {
      name = try NewName(newName)
    } catch {
      return update(.rejected(error), of: entry)
    }
    update(.waiting(name), of: entry)
  }

  /// Sets one state at a time, because a new name could be entered between the check for the latest
  /// name and the change of the state. States of earlier names are dropped.
  private func update(_ state: State, of entry: Int) {
    let update = Update(entry: entry, state: state)
    guard entries.withLock({ $0.updates.enqueue(update) }) else { return }
    while let update = entries.withLock({ $0.updates.dequeue() }) {
      if entries.withLock({ $0.count }) == update.entry { currentState.value = update.state }
      if case .waiting(let name) = update.state { send(name, update.entry) }
    }
  }

  private func send(_ name: NewName, _ entry: Int) {
    service.modifyUserName(name.text, of: userID) { [self] outcome in
      update(.answered(outcome), of: entry)
    }
  }
}
