internal import Concurrency

/// Standard output that keeps its first failure and writes nothing from then on, because its callers
/// cannot always handle an error.
package final class Output: Sendable {
  private let console: Console
  private let firstFailure = Locked<StandardStream.Failure?>(nil)

  package init(_ console: Console) { self.console = console }

  /// What went wrong, if anything.
  package var failure: StandardStream.Failure? { firstFailure.withLock { $0 } }

  /// Writes one line.
  package func line(_ text: String) {
    guard failure == nil else { return }
    do {
      try console.write(text + "\n")
    } catch {
      let failure = error as? StandardStream.Failure ?? .failed("\(error)")
      firstFailure.withLock { $0 = $0 ?? failure }
    }
  }

  /// Writes a line that stands above others: bold where that is possible.
  package func heading(_ text: String) { line(console.isStyled ? Style.bold(text) : text) }
}
