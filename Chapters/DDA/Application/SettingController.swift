internal import Locking
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
  private let entries = Locked(0)

  /// - Parameters:
  ///   - service: takes the names.
  ///   - userID: whose name it is.
  public init(_ service: any UserService, userID: Int64) {
    self.service = service
    self.userID = userID
  }

  /// Checks a name and hands it over; returns at once.
  ///
  /// Of several names in a row, the state tells of the last one.
  public func enter(_ newName: String) {
    let entry = entries.withLock { entries in
      entries += 1
      return entries
    }
    let name: NewName
    do {
      name = try NewName(newName)
    } catch {
      presentState.value = .rejected(error)
      return
    }
    presentState.value = .waiting(name)
    service.modifyUserName(name.text, of: userID) { [presentState, entries] outcome in
      if entries.withLock({ $0 == entry }) { presentState.value = .answered(outcome) }
    }
  }
}
