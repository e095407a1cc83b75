import Workbook

/// A source that calls handlers after each change.
protocol ReportingSource: Source {
  func onChange(_ handler: @escaping () -> Void)
}

/// Counts the reports of underlying, and remembers how many of them main has followed.
final class Counting {
  private let main: any Source
  private let underlying: any ReportingSource
  private var reported = 1
  private var followed = 0

  init(_ main: any Source, over underlying: any ReportingSource) {
    self.main = main
    self.underlying = underlying
    underlying.onChange { [weak self] in self?.reported += 1 }
  }

  func get() -> String {
    if followed < reported {
      let latest = reported
      main.set(underlying.get())
      followed = latest
    }
    return main.get()
  }

  func set(_ name: String) {
    let own = reported + 1
    underlying.set(name)
    main.set(name)
    followed = own
  }
}

/// Stores a name, counts reads, and calls its handlers after each change.
final class Place: ReportingSource {
  private var name: String
  private var handlers: [() -> Void] = []
  private(set) var reads = 0
  /// Called once, at the beginning of the next `set`.
  var onSet: (() -> Void)?

  init(_ name: String) { self.name = name }

  func get() -> String {
    reads += 1
    return name
  }

  func set(_ name: String) {
    onSet.take()?()
    self.name = name
    for handler in handlers { handler() }
  }

  func onChange(_ handler: @escaping () -> Void) { handlers.append(handler) }
}

extension Page {
  static let counting = Page(
    "counting", "Changes while a chain with a count writes and reads"
  ) { transcript in
    let memory = Place("nobody")
    let file = Place("nobody")
    let chain = Counting(memory, over: file)
    memory.onSet = { file.set("Bob") }
    chain.set("Ann")
    transcript.line("chain -> \(chain.get())")
    file.set("Cid")
    memory.onSet = { file.set("Dan") }
    for _ in 1...3 { transcript.line("chain -> \(chain.get())") }
    transcript.line("file reads \(file.reads)")
  }
}
