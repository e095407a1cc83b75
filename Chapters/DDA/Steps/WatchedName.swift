import Workbook

/// Calls its handlers after each change.
final class WatchedName {
  private var handlers: [(String) -> Void] = []
  var text: String {
    didSet { for handler in handlers { handler(text) } }
  }

  init(_ text: String) { self.text = text }

  func watch(_ handler: @escaping (String) -> Void) { handlers.append(handler) }
}

extension Page {
  static let watchedName = Page("watched-name", "A name with two handlers") { transcript in
    let name = WatchedName("Jake")
    name.watch { transcript.line("header: \($0)") }
    name.watch { transcript.line("badge: \($0.prefix(1))") }
    name.text = "Taylor"
  }
}
