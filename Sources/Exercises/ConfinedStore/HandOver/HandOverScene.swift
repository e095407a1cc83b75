/// A way to hand over a live object.
public enum HandedOver: Sendable {
  /// No choice yet.
  case undecided
  /// The live object itself. It follows each change, and may be used on its own thread only.
  case liveObject
  /// A copy that never changes, for any thread.
  case frozenCopy
  /// A reference, for any thread. It is resolved once, to a live object of that thread.
  case reference
}

/// The requirements of the rung HandOver: a way to hand over a live object in each of three cases.
public protocol HandOverChoicesRequirements {
  static var cell: HandedOver { get }
  static var export: HandedOver { get }
  static var rename: HandedOver { get }
}

/// One artist, a live object of the main thread: `artist Ann`, and `change Anna` changes the name
/// on that thread.
///
/// `hand cell` hands over the choice for a case. There, `read` reads the name, and `write Bella`
/// writes it. The cell is on the main thread. The export and the rename are in the background.
public struct HandOverScene<Choices: HandOverChoicesRequirements>: Scene {
  private var name = ""
  private var handed = HandedOver.undecided
  private var isInBackground = false
  /// The name of a frozen copy.
  private var copy = ""
  /// Whether the reference was resolved.
  private var isResolved = false

  public init() {}

  public mutating func take(_ step: Step, _ events: Events) throws(SceneFailure) {
    switch step.verb {
    case "artist", "change": name = try step.argument(0)
    case "hand": try hand(to: try step.argument(0), events)
    case "read": read(events)
    case "write": write(try step.argument(0), events)
    case "look": events("the artist is \(name)")
    default: throw step.unknown
    }
  }

  private mutating func hand(to place: String, _ events: Events) throws(SceneFailure) {
    let choices = ["cell": Choices.cell, "export": Choices.export, "rename": Choices.rename]
    handed = try choices[place].orFail("there is no case “\(place)”")
    isInBackground = place != "cell"
    copy = name
    isResolved = false
    if handed == .undecided { events("nothing is chosen for \(place)") }
  }

  private mutating func read(_ events: Events) {
    if handed == .frozenCopy { return events("reads \(copy)") }
    if reaches(events) { events("reads \(name)") }
  }

  private mutating func write(_ value: String, _ events: Events) {
    if handed == .frozenCopy { return events("refused: frozen") }
    guard reaches(events) else { return }
    name = value
    events("writes \(value)")
  }

  /// Whether the live object can be used at its destination.
  private mutating func reaches(_ events: Events) -> Bool {
    if handed == .undecided { return false }
    if handed == .liveObject {
      if isInBackground { events("stopped: used on another thread") }
      return !isInBackground
    }
    defer { isResolved = true }
    if isResolved { events("refused: already resolved") }
    return !isResolved
  }
}
