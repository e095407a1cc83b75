import Workbook

/// A chain of two sources that is a source itself.
final class Levels: ReportingSource {
  private let main: any ReportingSource
  private let underlying: any ReportingSource
  private var handlers: [() -> Void] = []
  private var reported = 1
  private var followed = 0
  private var isWriting = false

  init(_ main: any ReportingSource, over underlying: any ReportingSource) {
    self.main = main
    self.underlying = underlying
    main.onChange { [weak self] in self?.passUp() }
    underlying.onChange { [weak self] in
      self?.reported += 1
      self?.passUp()
    }
  }

  func get() -> String {
    if followed < reported {
      let latest = reported
      writing { main.set(underlying.get()) }
      followed = latest
    }
    return main.get()
  }

  func set(_ name: String) {
    let own = reported + 1
    writing {
      underlying.set(name)
      main.set(name)
    }
    followed = own
    passUp()
  }

  func onChange(_ handler: @escaping () -> Void) { handlers.append(handler) }

  private func writing(_ body: () -> Void) {
    isWriting = true
    defer { isWriting = false }
    body()
  }

  private func passUp() {
    guard !isWriting else { return }
    for handler in handlers { handler() }
  }
}

extension Page {
  static let levels = Page(
    "levels", "Memory over a file over a database, and three changes"
  ) { transcript in
    let memory = Place("nobody")
    let file = Place("nobody")
    let database = Place("Ann")
    let chain = Levels(memory, over: Levels(file, over: database))
    chain.onChange { transcript.line("chain reports a change") }
    transcript.line("chain -> \(chain.get())")
    database.set("Bob")
    transcript.line("chain -> \(chain.get())")
    file.set("Cid")
    transcript.line("chain -> \(chain.get()), database -> \(database.get())")
    chain.set("Dan")
    transcript.line(
      "memory -> \(memory.get()), file -> \(file.get()), database -> \(database.get())")
  }
}
