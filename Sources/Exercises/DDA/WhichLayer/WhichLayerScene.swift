/// One of three layers, to choose from.
public enum AppLayer: Int, Sendable {
  /// No choice yet.
  case undecided
  /// Screens. A name that a user types enters here and is passed to the service.
  case application
  /// Renames users for screens and background jobs, and passes names to the data access.
  case service
  /// Reads and writes rows, even for a restored backup.
  case dataAccess
}

/// The requirements of the rung WhichLayer: a layer for each of three rules.
public protocol LayerChoicesRequirements {
  static var typedLength: AppLayer { get }
  static var serverFirst: AppLayer { get }
  static var noEmptyRow: AppLayer { get }
}

/// Names that enter at one of three layers, and pass through all lower ones.
///
/// `rule typedLength` selects the rule. Its effect and the final row are events. The name `""` is
/// empty.
public struct WhichLayerScene<Choices: LayerChoicesRequirements>: Scene {
  public static var forms: StepForms {
    [
      "rule typedLength; rule noEmptyRow; rule serverFirst": nil,
      "type Taylor; type \"\"": "enters a name at the application.",
      "job Taylor": "renames at the service.",
      "restore Taylor": "writes a row at the data access.",
    ]
  }

  private var rule = ""
  private var layer = AppLayer.undecided

  public init() {}

  public mutating func take(_ step: Step, _ events: Events) throws(SceneFailure) {
    let name = try step.name(0)
    switch step.verb {
    case "rule":
      let layers = [
        "typedLength": Choices.typedLength, "serverFirst": Choices.serverFirst,
        "noEmptyRow": Choices.noEmptyRow,
      ]
      rule = name
      layer = try layers[rule].orFail("no rule is called “\(rule)”")
      if layer == .undecided { events("no layer is chosen for \(rule)") }
    case "type": rename(name, from: .application, events)
    case "job": rename(name, from: .service, events)
    case "restore": rename(name, from: .dataAccess, events)
    default: throw step.unknown
    }
  }

  /// Passes a name through the layer at which it enters and those below.
  private func rename(_ name: String, from entry: AppLayer, _ events: Events) {
    if layer.rawValue >= entry.rawValue {
      switch rule {
      case "typedLength" where name.count > 10:
        return events("refused: \"\(name)\" has more than 10 letters")
      case "noEmptyRow" where name.isEmpty: return events("refused: a row needs a name")
      case "serverFirst": events("server: asked for \"\(name)\"")
      default: break
      }
    }
    events("row: \"\(name)\"")
  }
}
