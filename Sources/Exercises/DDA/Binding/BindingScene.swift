/// An event of a name. A handler receives `now change*`, where each `old` is the previously
/// received name.
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
/// `user 1 Jake` makes a user, `rename 1 Taylor` sets the name, `read 1` reads it, and `forget 1`
/// releases the user. `bind header 1` binds a cell, `unbind header` ends that, `release header`
/// releases the cell's binding, and `kept` reports the cells whose handlers are still retained.
/// Each call of a handler is an event: `header: Jake`, then `header: Jake -> Taylor`.
///
/// `bind header 1 then unbind badge` takes the step after `then` from inside the handler, at its
/// first change, and `bind header 1 at-once rename 1 Zoe` when it receives the current name.
public struct BindingScene<Binding: BindingRequirements>: Scene {
  private let screen = Screen<Binding>()

  public init() {}

  public mutating func take(_ step: Step, _ events: Events) throws(SceneFailure) {
    try screen.take(step, events)
    if let failure = screen.failure { throw failure }
  }
}

private final class Screen<Binding: BindingRequirements> {
  private struct Cell {
    let name: String
    weak let handler: CellHandler?
  }

  /// The failure of a step inside a handler.
  private(set) var failure: SceneFailure?
  private var users: [String: Binding.Name] = [:]
  private var bindings: [String: Binding] = [:]
  private var cells: [Cell] = []

  func take(_ step: Step, _ events: Events) throws(SceneFailure) {
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
  }

  private func user(_ id: String) throws(SceneFailure) -> Binding.Name {
    guard let user = users[id] else { throw SceneFailure("there is no user \(id)") }
    return user
  }

  private func bind(_ step: Step, _ events: Events) throws(SceneFailure) {
    let (cell, user) = (try step.argument(0), try user(try step.argument(1)))
    let handler = CellHandler(cell: cell, reaction: try Reaction(step), events) {
      [weak self] step in
      self?.takeInside(step, events)
    }
    cells.append(Cell(name: cell, handler: handler))
    let binding = bindings[cell] ?? Binding()
    bindings[cell] = binding
    binding.bind(to: user) { handler.receive($0) }
  }

  private func takeInside(_ step: Step, _ events: Events) {
    do throws(SceneFailure) { try take(step, events) } catch { failure = error }
  }
}

/// A step that a handler takes once.
private struct Reaction {
  let isAtOnce: Bool
  let step: Step

  init?(_ bind: Step) throws(SceneFailure) {
    guard bind.arguments.count > 2 else { return nil }
    let line = bind.arguments.dropFirst(3).joined(separator: " ")
    guard let step = Step(line: line), ["then", "at-once"].contains(bind.arguments[2]) else {
      throw SceneFailure("“\(bind)” needs “then” or “at-once”, and a step")
    }
    isAtOnce = bind.arguments[2] == "at-once"
    self.step = step
  }
}

/// The object that a cell's handler retains, so that its lifetime is that of the handler.
private final class CellHandler {
  private let cell: String
  private var reaction: Reaction?
  private let events: Events
  private let take: (Step) -> Void

  init(
    cell: String, reaction: Reaction?, _ events: Events, take: @escaping (Step) -> Void
  ) {
    self.cell = cell
    self.reaction = reaction
    self.events = events
    self.take = take
  }

  func receive(_ event: NameEvent) {
    events("\(cell): \(event)")
    let isChange = if case .change = event { true } else { false }
    guard let reaction, reaction.isAtOnce != isChange else { return }
    self.reaction = nil
    take(reaction.step)
  }
}
