import Exercising

/// A name that delivers its changes one after the other, each to the handlers that were bound when
/// it was made.
final class ObservableName: NameRequirements {
  fileprivate final class Listener {
    var handler: ((NameEvent) -> Void)?

    init(_ handler: @escaping (NameEvent) -> Void) { self.handler = handler }
  }

  private var current: String
  private var listeners: [Listener] = []
  private var pending: [(event: NameEvent, listeners: [Listener])] = []
  private var isDelivering = false

  init(_ name: String) { current = name }

  var name: String {
    get { current }
    set {
      let event = NameEvent.change(old: current, new: newValue)
      current = newValue
      pending.append((event, listeners))
      deliver()
    }
  }

  private func deliver() {
    // A change that a handler makes is delivered after the current one.
    guard !isDelivering else { return }
    isDelivering = true
    while !pending.isEmpty {
      let change = pending.removeFirst()
      for listener in change.listeners { listener.handler?(change.event) }
    }
    isDelivering = false
  }

  fileprivate func add(_ listener: Listener) { listeners.append(listener) }

  fileprivate func remove(_ listener: Listener) {
    listener.handler = nil
    listeners.removeAll { $0 === listener }
  }
}

/// Connects one handler with one name, until it is bound again, unbound or released.
final class Binding: BindingRequirements {
  private var end: (() -> Void)?

  init() {}

  deinit { unbind() }

  func bind(to name: ObservableName, _ handler: @escaping (NameEvent) -> Void) {
    unbind()
    let listener = ObservableName.Listener(handler)
    name.add(listener)
    end = { [weak name] in name?.remove(listener) }
    handler(.now(name.name))
  }

  func unbind() {
    end?()
    end = nil
  }
}
