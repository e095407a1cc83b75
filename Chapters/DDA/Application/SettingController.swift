internal import Concurrency
public import Observing
public import Service

/// The screen on which a user changes her own name: `entered (rejected | (waiting outcome))`.
///
/// It collects a name, checks it and hands it over; with that its part is done. It changes nothing that
/// is shown: the new name comes back as a change of the user, which a ``UserProfile`` listens to.
public final class SettingController: Sendable {
  /// How far the last name that was entered has come.
  public enum State: Equatable, Sendable {
    /// Nothing was entered yet.
    case ready
    /// It is none; nothing left this layer.
    case rejected(NewName.Mistake)
    /// It was handed over, and no answer has come; the screens still show the old one.
    case waiting(NewName)
    /// What became of it.
    case answered(RenameOutcome)
  }

  /// How far the last name has come. Waiting is told before the name is handed over; the outcome where
  /// the service delivers.
  public var state: any ReadableValue<State> { presentState }

  private let presentState = ObservableValue(State.ready)
  private let service: any UserService
  private let userID: Int64
  private let entries = Locked(Entries())

  /// The names that were entered, and what is to be told of them.
  private struct Entries {
    var count = 0
    var tellings = Line<Telling>()

    /// What was entered before the last one is told no more.
    mutating func next() -> State? {
      while let telling = tellings.next() {
        if telling.entry == count { return telling.state }
      }
      return nil
    }
  }

  private struct Telling {
    let entry: Int
    let state: State
  }

  /// - Parameters:
  ///   - service: takes the names.
  ///   - userID: whose name it is.
  public init(_ service: any UserService, userID: Int64) {
    self.service = service
    self.userID = userID
  }

  /// Checks a name and hands it over; returns at once.
  ///
  /// Of several names in a row, also from several threads, the state tells of the last one.
  public func enter(_ newName: String) {
    let entry = entries.withLock { entries in
      entries.count += 1
      return entries.count
    }
    let name: NewName
    do {
      name = try NewName(newName)
    } catch {
      return tell(.rejected(error), of: entry)
    }
    tell(.waiting(name), of: entry)
    service.modifyUserName(name.text, of: userID) { [self] outcome in
      tell(.answered(outcome), of: entry)
    }
  }

  /// One state at a time: between looking whether a name is the last one and telling of it, another one
  /// could be entered.
  private func tell(_ state: State, of entry: Int) {
    let telling = Telling(entry: entry, state: state)
    guard entries.withLock({ $0.tellings.add(telling) }) else { return }
    while let next = entries.withLock({ $0.next() }) { presentState.value = next }
  }
}
