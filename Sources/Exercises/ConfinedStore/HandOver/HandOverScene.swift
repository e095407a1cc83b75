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

/// One artist, a live object of the main thread, whose name `change Anna` changes there.
///
/// The cell is on the main thread. The export and the rename are in the background.
public struct HandOverScene<Choices: HandOverChoicesRequirements>: Scene {
  public static var forms: StepForms {
    [
      "artist Ann; change Anna": nil,
      "hand cell; hand export; hand rename": "hands over what is chosen for that case.",
      "read": "reads the name from what was handed over.",
      "write Bella": "writes the name through what was handed over.",
      "look": "reports the artist's name.",
    ]
  }

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
    case "hand":
      let place = try step.argument(0)
      let choices = ["cell": Choices.cell, "export": Choices.export, "rename": Choices.rename]
      handed = try choices[place].orFail("there is no case “\(place)”")
      (isInBackground, copy, isResolved) = (place != "cell", name, false)
      if handed == .undecided { events("nothing is chosen for \(place)") }
    case "read": use(writing: nil, events)
    case "write": use(writing: try step.argument(0), events)
    case "look": events("the artist is \(name)")
    default: throw step.unknown
    }
  }

  /// Reads the name from what was handed over, or writes another one.
  private mutating func use(writing value: String?, _ events: Events) {
    switch handed {
    case .undecided: return
    case .frozenCopy: return events(value == nil ? "reads \(copy)" : "refused: frozen")
    case .liveObject:
      if isInBackground { return events("stopped: used on another thread") }
    case .reference:
      if isResolved { return events("refused: already resolved") }
      isResolved = true
    }
    name = value ?? name
    events(value == nil ? "reads \(name)" : "writes \(name)")
  }
}
