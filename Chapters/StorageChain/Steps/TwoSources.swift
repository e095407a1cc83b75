import Workbook

/// The requirements of a chain for memory and for a file.
protocol Source: AnyObject {
  func get() -> String
  func set(_ name: String)
}

/// Reads main, and underlying after a change.
final class TwoSources {
  private let main: any Source
  private let underlying: any Source
  private var hasChanged = false

  init(_ main: any Source, over underlying: any Source) {
    self.main = main
    self.underlying = underlying
  }

  func get() -> String {
    if hasChanged { main.set(underlying.get()) }
    return main.get()
  }

  func set(_ name: String) {
    main.set(name)
    underlying.set(name)
  }
}

extension Page {
  static let twoSources = Page(
    "two-sources", "A chain over two sources, one of which is changed"
  ) { transcript in
    let memory = Place("nobody")
    let file = Place("nobody")
    let chain = TwoSources(memory, over: file)
    chain.set("Ann")
    file.set("Bob")
    transcript.line("chain -> \(chain.get())")
    transcript.line("file -> \(file.get())")
  }
}
