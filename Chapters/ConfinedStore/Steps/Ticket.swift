import Concurrency
import Foundation
import ThreadConfinement
import Workbook

/// A value that is used on the thread that made it, and nowhere else.
final class HomeValue<Value> {
  private let home = Thread.current
  private var value: Value

  init(_ value: Value) { self.value = value }

  func use<Result>(_ body: (inout Value) -> Result) -> Result {
    guard Thread.current === home else { fatalError("used on another thread") }
    return body(&value)
  }
}

/// Takes a pinned table to another thread, once.
final class Ticket: Sendable {
  private let content: Locked<PinnedTable?>

  init(_ table: PinnedTable) { content = Locked(table) }

  func redeem() -> HomeValue<PinnedTable>? {
    let table = content.withLock { $0.take() }
    return table.map { HomeValue($0) }
  }
}

extension Page {
  static let ticket = Page("ticket", "A ticket is redeemed twice") { transcript in
    let table = Table()
    table.commit("Ann", id: 1)
    let ticket = Ticket(PinnedTable(table))
    table.commit("Anna", id: 1)
    let thread = ConfinedThread(name: "another")
    await thread.result {
      for attempt in ["first", "second"] {
        let name = ticket.redeem()?.use { $0.names[1] ?? "nil" }
        transcript.line("\(attempt): \(name ?? "no table")")
      }
    }
    await thread.finish()
  }
}
