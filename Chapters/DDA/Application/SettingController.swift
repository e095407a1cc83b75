internal import Concurrency
public import Observing
public import Service

/// The screen on which a user changes the user's own name: `entered (rejected | (waiting outcome))`.
///
/// It collects a name, validates it and hands it to the service, which completes its part. It changes
/// nothing that is shown: the new name returns as a change of the user, which a ``UserProfile`` observes.
public final class SettingController: Sendable {
  /// The progress of the latest name.
  public enum State: Equatable, Sendable {
    /// No name was entered yet.
    case ready
    /// The name is invalid; nothing left this layer.
    case rejected(NewName.ValidationError)
    /// The service has the name, and there is no outcome yet; the screens still show the old name.
    case waiting(NewName)
    /// The outcome.
    case answered(RenameOutcome)
  }

  /// The progress of the latest name. It is `waiting` before the service receives the name; the outcome
  /// is set where the service delivers.
  public var state: any ReadableValue<State> { currentState }

  private let currentState = ObservableValue(State.ready)
  private let service: any UserService
  private let userID: Int64
  private let entries = Locked(Entries())

  /// The names that were entered, and the states that are still to be set.
  private struct Entries {
    var count = 0
    var updates = DeliveryQueue<Update>()
  }

  private struct Update {
    let entry: Int
    let state: State
  }

  /// - Parameters:
  ///   - service: receives the names.
  ///   - userID: the user that is renamed.
  public init(_ service: any UserService, userID: Int64) {
    self.service = service
    self.userID = userID
  }

  /// Validates a name and hands it to the service; returns at once.
  ///
  /// If several names are entered in a row, also on several threads, the state describes the latest.
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

  /// One state at a time: between the check whether a name is the latest and the change of the state,
  /// another one could be entered. The states of earlier names are dropped.
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
