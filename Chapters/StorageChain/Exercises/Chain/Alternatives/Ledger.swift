import Exercising

/// What has happened is written into a ledger, which underlying's handler holds in place of the chain.
final class Chain: LearnersChain {
  private final class Ledger {
    enum Entry {
      case changed, settled
    }

    var entries: [Entry] = []
    var isOwnWrite = false
    var handlers: [() -> Void] = []

    func tell() {
      for handler in handlers { handler() }
    }
  }

  private let main: any ValueProvider
  private let underlying: any ValueProvider
  private let ledger = Ledger()

  init(main: any ValueProvider, underlying: any ValueProvider) {
    self.main = main
    self.underlying = underlying
    underlying.onChange { [ledger] in
      ledger.entries.append(.changed)
      if !ledger.isOwnWrite { ledger.tell() }
    }
  }

  deinit {
    // The ledger stays with underlying; nobody must hear of it any more.
    ledger.handlers = []
  }

  var hasValue: Bool { [main, underlying].contains { $0.hasValue } }

  func get() throws(ProviderTrouble) -> String {
    if ledger.entries.last == .changed || !main.hasValue {
      try settle { () throws(ProviderTrouble) in try main.set(underlying.get()) }
    }
    return try main.get()
  }

  func set(_ value: String) throws(ProviderTrouble) {
    ledger.isOwnWrite = true
    defer { ledger.isOwnWrite = false }
    try underlying.set(value)
    ledger.isOwnWrite = false
    defer { ledger.tell() }
    try settle { () throws(ProviderTrouble) in try main.set(value) }
  }

  func onChange(_ handler: @escaping () -> Void) { ledger.handlers.append(handler) }

  /// Strikes out what stood in the ledger before the work, when that has been done.
  private func settle(_ work: () throws(ProviderTrouble) -> Void) throws(ProviderTrouble) {
    let count = ledger.entries.count
    try work()
    if ledger.entries.count == count { ledger.entries.append(.settled) }
  }
}
