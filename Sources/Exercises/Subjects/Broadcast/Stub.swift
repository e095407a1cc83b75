import Concurrency
import Exercising

/// Sends each value to all readers, each of which has a stream of its own.
///
/// The task is in Task.md, beside this file. Check it: `swift run workbook check Broadcast`
final class Broadcast: BroadcastRequirements {
  init(keeping limit: Int) {}

  var streamCount: Int {
    // TODO: the number of streams that can still receive a value.
    0
  }

  func values() -> AsyncStream<Int> {
    // TODO: make a stream, and keep its continuation until the stream ends or its reader leaves.
    AsyncStream { _ in }
  }

  func send(_ value: Int) {
    // TODO: send the value to all streams.
  }

  func finish() {
    // TODO: end all streams, and those that are made later.
  }
}
