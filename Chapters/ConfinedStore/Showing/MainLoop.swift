import Dispatch

/// The main thread's loop, as a page waits for it.
enum MainLoop {
  /// Returns when all has run that was due on the main thread.
  @MainActor
  static func turn() async {
    let (turns, turn) = AsyncStream.makeStream(of: Never.self)
    DispatchQueue.main.async { turn.finish() }
    for await _ in turns {}
  }
}
