import Concurrency
import Observing
import Workbook

extension Page {
  static let actionOrData = Page(
    "action-or-data", "Actions that call actions, or data that starts them"
  ) { transcript in
    let drivenByActions = ActionDrivenScreen(name: "Jake", in: transcript)
    transcript.call("rename Taylor", of: "action") { drivenByActions.rename("Taylor") }
    transcript.line("action-driven: \(drivenByActions.labels)")

    let name = ObservableValue("Jake")
    let nameLog = name.observe { transcript.line("data-driven: data name \($0.new)") }
    let drivenByData = DataDrivenScreen(of: name, in: transcript)
    let initialLog = drivenByData.initial.observe {
      transcript.line("data-driven: data initial \($0.new)")
    }
    transcript.call("Taylor", of: "name") { name.value = "Taylor" }
    transcript.line("data-driven: \(drivenByData.labels)")
    withExtendedLifetime((nameLog, initialLog)) {}
  }
}

/// A screen whose actions must each update everything that depends on them.
private final class ActionDrivenScreen {
  private let header: Label
  private let badge: Label

  init(name: String, in transcript: Transcript) {
    header = Label("header", of: "action", in: transcript)
    badge = Label("badge", of: "action", in: transcript)
    header.show(name)
    badge.show(String(name.prefix(1)))
  }

  /// Shows the name, but forgets the badge, which shows its initial.
  func rename(_ newName: String) { header.show(newName) }

  var labels: String { "header \(header.shown), badge \(badge.shown)" }
}

/// A screen whose labels are bound to the data that they show, so that a change of the data starts
/// actions.
private final class DataDrivenScreen {
  let initial = ObservableValue("")
  private let header: Label
  private let badge: Label
  private let recording: Binding
  private let bindings: [Binding]

  init(of name: ObservableValue<String>, in transcript: Transcript) {
    header = Label("header", of: "name", in: transcript)
    badge = Label("badge", of: "initial", in: transcript)
    recording = initial.observe { transcript.record(.send, $0.new, from: "name", to: "initial") }
    bindings = [
      name.bind { [header] name in header.show(name) },
      name.bind { [initial] name in initial.value = String(name.prefix(1)) },
      initial.bind { [badge] initial in badge.show(initial) },
    ]
  }

  var labels: String { "header \(header.shown), badge \(badge.shown)" }
}

/// A label that records the texts that it shows, as messages of what it depends on.
private final class Label: Sendable {
  private let text = Locked("")
  private let name: String
  private let source: String
  private let transcript: Transcript

  init(_ name: String, of source: String, in transcript: Transcript) {
    self.name = name
    self.source = source
    self.transcript = transcript
  }

  var shown: String { text.withLock { $0 } }

  func show(_ newText: String) {
    text.withLock { $0 = newText }
    transcript.record(.send, newText, from: source, to: name)
  }
}
