import Workbook

/// Delivers one change after the other, each to the watches that were there when it was made.
final class QueuedName {
  private struct Entry {
    weak var watch: Watch?
  }

  private var current: String
  private var entries: [Entry] = []
  private var changes: [(text: String, entries: [Entry])] = []
  private var isDelivering = false

  init(_ text: String) { current = text }

  var text: String {
    get { current }
    set {
      current = newValue
      changes.append((newValue, entries))
      if !isDelivering { deliver() }
    }
  }

  func watch(_ handler: @escaping (String) -> Void) -> Watch {
    let watch = Watch(handler)
    entries.append(Entry(watch: watch))
    handler(text)
    return watch
  }

  private func deliver() {
    isDelivering = true
    defer { isDelivering = false }
    while !changes.isEmpty {
      let change = changes.removeFirst()
      for entry in change.entries { entry.watch?.handler(change.text) }
    }
  }
}

extension Page {
  static let queuedName = Page("queued-name", "A handler that corrects the name") { transcript in
    let live = LiveName("Jake")
    let liveWatches = [
      live.watch { if $0 == "taylor" { live.text = "Taylor" } },
      live.watch { transcript.line("live: \($0)") },
    ]
    live.text = "taylor"

    let queued = QueuedName("Jake")
    let queuedWatches = [
      queued.watch { if $0 == "taylor" { queued.text = "Taylor" } },
      queued.watch { transcript.line("queued: \($0)") },
    ]
    queued.text = "taylor"
    withExtendedLifetime((liveWatches, queuedWatches)) {}
  }
}
