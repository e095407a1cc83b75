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
    let interruption = onSet
    onSet = nil
    interruption?()
    self.name = name
    for handler in handlers { handler() }
  }

  func onChange(_ handler: @escaping () -> Void) { handlers.append(handler) }
}
