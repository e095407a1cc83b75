internal import Concurrency
public import Foundation

/// What a page prints and draws, in the order in which it happened.
///
/// Usable from any thread.
public final class Transcript: Sendable {
  private let write: @Sendable (String) -> Void
  private let settings: [String: String]
  /// The chapter's own program, for pages that start it again.
  let program: URL
  private let drawing = Locked(MarbleDiagram())

  /// - Parameters:
  ///   - settings: the values of the chapter's own options, by name.
  ///   - program: where the chapter's own program is; pages that start no children need none.
  ///   - write: is given each line, without its line break, on the thread that printed it.
  public init(
    settings: [String: String] = [:], program: URL = URL(filePath: "/dev/null"),
    write: @escaping @Sendable (String) -> Void
  ) {
    self.settings = settings
    self.program = program
    self.write = write
  }

  /// Prints one line.
  public func line(_ text: String) { write(text) }

  /// The value that was given for an option of the chapter, or nil.
  public func value(of option: ChapterOption) -> String? { settings[option.name] }

  // MARK: Drawing

  /// What has been drawn so far.
  public var marbles: MarbleDiagram { drawing.withLock { $0 } }

  /// Makes room for a row, above those that appear later.
  public func draws(_ row: String) { drawing.withLock { $0.addRow(row) } }

  /// Draws something that is sent, in a column of its own, and sends it; what observers receive
  /// meanwhile is drawn in the same column.
  public func sending<Result>(
    _ mark: Mark, in row: String = "sent", _ send: () throws -> Result
  ) rethrows -> Result {
    try moment(mark, in: row, send)
  }

  /// Draws a subscription, in a column of its own, and subscribes; what the observer
  /// receives meanwhile is drawn in the same column.
  public func subscribing<Result>(
    _ row: String, _ subscribe: () throws -> Result
  ) rethrows -> Result {
    try moment(.subscription, in: row, subscribe)
  }

  /// Draws what an observer receives.
  public func heard(_ mark: Mark, in row: String) {
    drawing.withLock { $0.add(mark, to: row) }
  }

  /// Draws that a subscription was disposed of, unless its sequence had ended before.
  public func disposed(_ row: String) {
    drawing.withLock { $0.addDisposal(to: row) }
  }

  private func moment<Result>(
    _ mark: Mark, in row: String, _ body: () throws -> Result
  ) rethrows -> Result {
    let surrounding = drawing.withLock { $0.open(with: mark, in: row) }
    defer { drawing.withLock { $0.close(returningTo: surrounding) } }
    return try body()
  }
}
