import Concurrency
import Observing
import Workbook

extension Page {
  static let actionOrData = Page(
    "action-or-data", "Actions that call actions, or data that starts them"
  ) { transcript in
    let drivenByActions = ActionDrivenScreen(name: "Jake")
    transcript.call("rename Taylor", of: "action-driven screen") {
      drivenByActions.rename("Taylor")
    }
    transcript.line("action-driven: \(drivenByActions.labels)")

    let name = ObservableValue("Jake")
    let nameLog = name.observe {
      transcript.record(.send, $0.new, to: "name")
      transcript.line("data-driven: data name \($0.new)")
    }
    let drivenByData = DataDrivenScreen(of: name)
    let initialLog = drivenByData.initial.observe {
      transcript.record(.send, $0.new, from: "name", to: "initial")
      transcript.line("data-driven: data initial \($0.new)")
    }
    name.value = "Taylor"
    transcript.line("data-driven: \(drivenByData.labels)")
    withExtendedLifetime((nameLog, initialLog)) {}
  }
}

/// A screen whose actions must each update everything that depends on them.
private final class ActionDrivenScreen {
  private var header: String
  private var badge: String

  init(name: String) {
    header = name
    badge = String(name.prefix(1))
  }

  /// Shows the name, but forgets the badge, which shows its initial.
  func rename(_ newName: String) { header = newName }

  var labels: String { "header \(header), badge \(badge)" }
}

/// A screen whose labels are bound to the data that they show, so that a change of the data starts
/// actions.
private final class DataDrivenScreen {
  let initial = ObservableValue("")
  private let header = Locked("")
  private let badge = Locked("")
  private let bindings: [Binding]

  init(of name: ObservableValue<String>) {
    bindings = [
      name.bind { [header] name in header.withLock { $0 = name } },
      name.bind { [initial] name in initial.value = String(name.prefix(1)) },
      initial.bind { [badge] initial in badge.withLock { $0 = initial } },
    ]
  }

  var labels: String { "header \(header.withLock { $0 }), badge \(badge.withLock { $0 })" }
}
