import Workbook

/// Retains a handler; its release ends the calls.
final class Watch {
  let handler: (String) -> Void

  init(_ handler: @escaping (String) -> Void) { self.handler = handler }
}

/// Calls a handler with the current text, and then after each change, while its watch is retained.
final class LiveName {
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

extension Page {
  static let liveName = Page("live-name", "A screen opens, and closes") { transcript in
    let name = LiveName("Jake")
    var watches = [name.watch { transcript.line("header: \($0)") }]
    name.text = "Taylor"
    watches.removeAll()
    name.text = "Zoe"
  }
}
