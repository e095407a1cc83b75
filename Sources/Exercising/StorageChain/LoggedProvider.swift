/// A value in memory whose every reading and writing is an event, and which can be made to fail once.
final class LoggedProvider: ValueProvider {
  let name: String
  private(set) var value: String?
  /// The next `get` throws.
  var isUnreadable = false
  /// The next `set` throws.
  var isFull = false
  /// Called once, after the next `set`.
  var afterwards: (() -> Void)?
  private var handlers: [() -> Void] = []
  private let events: Events

  init(_ name: String, value: String?, _ events: Events) {
    self.name = name
    self.value = value
    self.events = events
  }

  var hasValue: Bool { value != nil }

  func get() throws(ProviderTrouble) -> String {
    if isUnreadable {
      isUnreadable = false
      events("\(name).get fails: unreadable")
      throw .unreadable
    }
    guard let value else {
      events("\(name).get fails: empty")
      throw .empty
    }
    events("\(name).get -> \(value)")
    return value
  }

  func set(_ value: String) throws(ProviderTrouble) {
    if isFull {
      isFull = false
      events("\(name).set \(value) fails: full")
      throw .full
    }
    events("\(name).set \(value)")
    change(to: value)
    let afterwards = afterwards
    self.afterwards = nil
    afterwards?()
  }

  func onChange(_ handler: @escaping () -> Void) { handlers.append(handler) }

  /// Somebody else, or `set`, has changed the value.
  func change(to value: String) {
    self.value = value
    for handler in handlers { handler() }
  }
}
