import Exercising

/// A name that tells its changes to whoever was bound when they were made, one after the other.
final class ObservableName: LearnersName {
  fileprivate final class Listener {
    var handler: ((NameEvent) -> Void)?

    init(_ handler: @escaping (NameEvent) -> Void) { self.handler = handler }
  }

  private struct Change {
    let telling: NameEvent
    let listeners: [Listener]
  }

  private var present: String
  private var listeners: [Listener] = []
  private var waiting: [Change] = []
  private var isTelling = false

  init(_ name: String) { present = name }

  var name: String {
    get { present }
    set {
      let telling = NameEvent.change(old: present, new: newValue)
      present = newValue
      waiting.append(Change(telling: telling, listeners: listeners))
      tell()
    }
  }

  private func tell() {
    // A change that a handler makes waits until the present one has been told to all.
    guard !isTelling else { return }
    isTelling = true
    while !waiting.isEmpty {
      let change = waiting.removeFirst()
      for listener in change.listeners { listener.handler?(change.telling) }
    }
    isTelling = false
  }

  fileprivate func add(_ listener: Listener) { listeners.append(listener) }

  fileprivate func remove(_ listener: Listener) {
    listener.handler = nil
    listeners.removeAll { $0 === listener }
  }
}

/// Connects one handler with one name, until it is bound anew, unbound or gone.
final class Binding: LearnersBinding {
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
