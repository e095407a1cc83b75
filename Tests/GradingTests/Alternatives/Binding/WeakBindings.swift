import Exercising

/// Retains its bindings weakly: a released binding is nil without a call of `unbind`.
final class ObservableName: NameRequirements {
  fileprivate struct Slot {
    weak let binding: Binding?
    let ticket: Int
  }

  private var slots: [Slot] = []
  private var pending: [(old: String, new: String, slots: [Slot])] = []

  init(_ name: String) { self.name = name }

  var name: String {
    didSet {
      pending.append((oldValue, name, slots))
      guard pending.count == 1 else { return }
      while let next = pending.first {
        for slot in next.slots {
          slot.binding?.receive(.change(old: next.old, new: next.new), with: slot.ticket)
        }
        pending.removeFirst()
      }
      slots.removeAll { $0.binding?.isBound != true || $0.binding?.ticket != $0.ticket }
    }
  }

  fileprivate func add(_ binding: Binding) {
    slots.append(Slot(binding: binding, ticket: binding.ticket))
  }
}

/// Each bind takes the next ticket. A call with an earlier ticket has no effect.
final class Binding: BindingRequirements {
  private var handler: ((NameEvent) -> Void)?
  fileprivate private(set) var ticket = 0
  fileprivate var isBound: Bool { handler != nil }

  init() {}

  func bind(to name: ObservableName, _ handler: @escaping (NameEvent) -> Void) {
    unbind()
    ticket += 1
    self.handler = handler
    name.add(self)
    receive(.now(name.name), with: ticket)
  }

  func unbind() { handler = nil }

  fileprivate func receive(_ event: NameEvent, with ticket: Int) {
    if ticket == self.ticket { handler?(event) }
  }
}
