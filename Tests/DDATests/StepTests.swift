import Testing

/// Calls its handlers after each change.
private final class WatchedName {
  private var handlers: [(String) -> Void] = []
  var text: String {
    didSet { for handler in handlers { handler(text) } }
  }

  init(_ text: String) { self.text = text }

  func watch(_ handler: @escaping (String) -> Void) { handlers.append(handler) }
}

/// Retains a handler; its release ends the calls.
private final class Watch {
  let handler: (String) -> Void

  init(_ handler: @escaping (String) -> Void) { self.handler = handler }
}

/// Calls a handler with the current text, and then after each change, while its watch is retained.
private final class LiveName {
  private struct Entry {
    weak var watch: Watch?
  }

  private var entries: [Entry] = []
  var text: String {
    didSet { for entry in entries { entry.watch?.handler(text) } }
  }

  init(_ text: String) { self.text = text }

  func watch(_ handler: @escaping (String) -> Void) -> Watch {
    handler(text)
    let watch = Watch(handler)
    entries.append(Entry(watch: watch))
    return watch
  }
}

/// Updates of views, which are done later, in order; stands for the main queue.
private final class Updates {
  private var waiting: [() -> Void] = []

  func add(_ update: @escaping () -> Void) { waiting.append(update) }

  func run() {
    let updates = waiting
    waiting = []
    for update in updates { update() }
  }
}

/// A cell of a list, which shows one name after another.
private final class NameCell {
  private let updates: Updates
  private var watch: Watch?
  private var number = 0
  private(set) var shown: [String] = []

  init(_ updates: Updates) { self.updates = updates }

  func bind(to name: LiveName) {
    number += 1
    watch = name.watch { [weak self, updates, number] text in
      updates.add { self?.show(text, of: number) }
    }
  }

  private func show(_ text: String, of number: Int) {
    guard number == self.number else { return }
    shown.append(text)
  }
}

/// Delivers one change after the other, each to the handlers that were there when it was made.
private final class QueuedName {
  typealias Handler = (_ old: String, _ new: String) -> Void

  private var current: String
  private var handlers: [Handler] = []
  private var waiting: [(old: String, new: String, handlers: [Handler])] = []
  private var isDelivering = false

  init(_ text: String) { current = text }

  var text: String {
    get { current }
    set {
      waiting.append((current, newValue, handlers))
      current = newValue
      if !isDelivering { deliver() }
    }
  }

  func watch(_ handler: @escaping Handler) { handlers.append(handler) }

  private func deliver() {
    isDelivering = true
    defer { isDelivering = false }
    while !waiting.isEmpty {
      let change = waiting.removeFirst()
      for handler in change.handlers { handler(change.old, change.new) }
    }
  }
}

struct `A binding in steps` {
  @Test
  func `begins as a list of handlers`() {
    let name = WatchedName("Jake")
    var lines: [String] = []
    name.watch { lines.append("header: \($0)") }
    name.text = "Taylor"
    #expect(lines == ["header: Taylor"])
  }

  @Test
  func `shows the current value first, and ends with its watch`() {
    let name = LiveName("Jake")
    var lines: [String] = []
    var watch: Watch? = name.watch { lines.append("header: \($0)") }
    name.text = "Taylor"
    withExtendedLifetime(watch) {}
    watch = nil
    name.text = "Zoe"
    #expect(lines == ["header: Jake", "header: Taylor"])
  }

  @Test
  func `drops pending updates when a cell is bound again`() {
    let updates = Updates()
    let cell = NameCell(updates)
    let jake = LiveName("Jake")
    let ann = LiveName("Ann")
    cell.bind(to: jake)
    updates.run()
    jake.text = "Taylor"
    cell.bind(to: ann)
    updates.run()
    #expect(cell.shown == ["Jake", "Ann"])
  }

  @Test
  func `delivers a change twice, and another one never, if a handler sets the value`() {
    let name = WatchedName("Jake")
    var lines: [String] = []
    name.watch { [weak name] in if $0 == "Taylor" { name?.text = "Zoe" } }
    name.watch { lines.append("second: \($0)") }
    name.text = "Taylor"
    #expect(lines == ["second: Zoe", "second: Zoe"])
  }

  @Test
  func `delivers each change once, in order, although a handler sets the value`() {
    let name = QueuedName("Jake")
    var lines: [String] = []
    name.watch { [weak name] _, new in
      guard new == "Taylor" else { return }
      name?.watch { lines.append("late: \($0) -> \($1)") }
      name?.text = "Zoe"
    }
    name.watch { lines.append("second: \($0) -> \($1)") }
    name.text = "Taylor"
    #expect(
      lines == ["second: Jake -> Taylor", "second: Taylor -> Zoe", "late: Taylor -> Zoe"])
  }
}
