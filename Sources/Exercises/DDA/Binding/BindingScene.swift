/// An event of a name. A handler receives `now change*`; each `old` is the name received before.
public enum NameEvent: Sendable, Hashable, CustomStringConvertible {
  /// The name at the time of binding.
  case now(String)
  case change(old: String, new: String)

  public var description: String {
    switch self {
    case .now(let name): name
    case .change(let old, let new): "\(old) -> \(new)"
    }
  }
}

/// The requirements of the exercise Binding for a name.
public protocol NameRequirements: AnyObject {
  init(_ name: String)

  /// The current name. Setting it calls the bound handlers.
  var name: String { get set }
}

/// The requirements of the exercise Binding for a binding, which connects one handler with one name
/// at a time.
public protocol BindingRequirements: AnyObject {
  associatedtype Name: NameRequirements

  /// Creates an unbound binding.
  init()

  /// Sends the handler the current name, then each change, until it is bound again, unbound or
  /// released.
  func bind(to name: Name, _ handler: @escaping (NameEvent) -> Void)

  /// Ends the binding. It may be bound again.
  func unbind()
}

/// Cells of a screen, each with a binding to the name of one user at a time.
///
/// Each call of a handler is an event: `header: Jake`, then `header: Jake -> Taylor`.
public final class BindingScene<Binding: BindingRequirements>: Scene {
  public static var forms: StepForms {
    [
      "user 1 Jake; bind header 1": nil,
      "rename 1 Taylor": "sets the name of that user.",
      "read 1": "reports the name of that user.",
      "unbind header": nil,
      "release header": "releases the cell's binding without a call of `unbind`.",
      "kept": "reports the cells whose handlers are still retained.",
      "bind header 1 … then bind badge 1":
        "runs the second step in the handler at its first change.",
      "bind header 1 … at-once rename 1 Zoe":
        "runs the second step in the handler when it receives the current name.",
      "forget 1": "releases the user.",
    ]
  }

  /// An object that a cell's handler retains, so that its lifetime is that of the handler.
  private final class Lifetime {
    /// The step that the handler takes once.
    var step: Step?
  }

  private struct Cell {
    let name: String
    weak let handler: Lifetime?
  }

  /// The failure of a step inside a handler.
  private var failure: SceneFailure?
  private var users: [String: Binding.Name] = [:]
  private var bindings: [String: Binding] = [:]
  private var cells: [Cell] = []

  public init() {}

  public func take(_ step: Step, _ events: Events) throws(SceneFailure) {
    let name = step.arguments.first ?? ""
    switch step.verb {
    case "user": users[name] = Binding.Name(try step.argument(1))
    case "rename": try user(name).name = try step.argument(1)
    case "read": events("user \(name) is \(try user(name).name)")
    case "forget": users[name] = nil
    case "bind": try bind(step, events)
    case "unbind": bindings[name]?.unbind()
    case "release": bindings[name] = nil
    case "kept":
      let kept = cells.filter { $0.handler != nil }.map(\.name)
      events("handlers kept: \(kept.isEmpty ? "none" : kept.joined(separator: ", "))")
    default: throw step.unknown
    }
    if let failure { throw failure }
  }

  private func user(_ id: String) throws(SceneFailure) -> Binding.Name {
    try users[id].orFail("there is no user \(id)")
  }

  private func bind(_ step: Step, _ events: Events) throws(SceneFailure) {
    let (cell, user) = (try step.argument(0), try user(try step.argument(1)))
    let handler = Lifetime()
    var isAtOnce = false
    if step.arguments.count > 2 {
      isAtOnce = try step.word(2, of: "then", "at-once") == "at-once"
      handler.step = Step(line: try step.rest(from: 3))
    }
    cells.append(Cell(name: cell, handler: handler))
    let binding = bindings[cell] ?? Binding()
    bindings[cell] = binding
    binding.bind(to: user) { [weak self, isAtOnce] event in
      events("\(cell): \(event)")
      let isChange = if case .change = event { true } else { false }
      guard isChange != isAtOnce, let next = handler.step.take() else { return }
      do throws(SceneFailure) { try self?.take(next, events) } catch { self?.failure = error }
    }
  }
}
