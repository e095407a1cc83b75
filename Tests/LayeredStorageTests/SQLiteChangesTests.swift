import Foundation
import LayeredStorage
import TestSupport
import Testing

@Suite(.serialized)
struct `A database that other processes change`: ~Copyable {
  let scratch: Scratch
  let bell = Bell()
  init() throws { scratch = try Scratch() }

  private var file: URL { scratch.directory.appending(path: "value.db") }

  private func provider() throws -> SQLiteProvider<String?> { try SQLiteProvider(url: file) }

  @Test
  func `is detected at once by a chain that is only read`() throws {
    let provider = try provider()
    let chain = memoryChain(over: provider)
    let registration = chain.valueBeModifiedHandlers.add { [bell] in bell.ring() }
    var values = [try chain.getValue()]
    let other = try self.provider()
    for name in ["Ann", "Bob", nil] {
      try other.setValue(name)
      values += [try chain.getValue(), try chain.getValue()]
    }
    // A commit to another row is reported too, because it may have changed this one.
    try SQLiteProvider<String?>(url: file, key: "other").setValue("Cid")
    values.append(try chain.getValue())
    registration.end()
    #expect(values == [nil, "Ann", "Ann", "Bob", "Bob", nil, nil, nil])
    #expect(bell.count == 4)
  }

  @Test
  func `is not read while there are no commits`() throws {
    let history = Recorder<String?>()
    let chain = memoryChain(over: try provider())
    // Called after each read of the database.
    chain.valueBeModifiedHandler = { history.record($0) }
    try chain.setValue("Ann")
    for _ in 0..<3 { _ = try chain.getValue() }
    try provider().setValue("Bob")
    for _ in 0..<3 { _ = try chain.getValue() }
    #expect(history.entries == ["Bob"])
  }

  @Test
  func `reports each of its own writes once, without an echo`() throws {
    let provider = try provider()
    let registration = provider.valueBeModifiedHandlers.add { [bell] in bell.ring() }
    for number in 1...20 { try provider.setValue("\(number)") }
    try provider.setValue(nil)
    _ = try provider.getValue()
    registration.end()
    #expect(bell.count == 21)
  }

  @Test
  func `reports a change that its own write replaced to other observers only`() throws {
    let provider = try provider()
    let chains = (0..<2).map { _ in memoryChain(over: provider) }
    _ = try chains.map { try $0.getValue() }
    try self.provider().setValue("Ann")
    try chains[0].setValue("Bob")
    let values = try chains.map { try $0.getValue() }
    #expect(values == ["Bob", "Bob"])
  }

  @Test
  func `is detected below a file, which is then written`() throws {
    let database = try provider()
    let file = FileProvider<String?>(url: scratch.file)
    let chain = memoryChain(over: SynchronizedStorageChain(file, underlyingProvider: database))
    try chain.setValue("Ann")
    try provider().setValue("Bob")
    let value = try chain.getValue()
    let stored = try file.getValue()
    #expect([value, stored] == ["Bob", "Bob"])
  }

  @Test
  func `reports an error when it is no longer a database, and its handlers may read it`() throws {
    let provider = try provider()
    let chain = memoryChain(over: provider)
    try chain.setValue("Ann")
    let history = Recorder<String>()
    let registrations = [
      provider.valueBeModifiedHandlers.add { [weak provider] in
        history.record(Self.error { _ = try provider?.getValue() })
      },
      chain.valueBeModifiedHandlers.add { [weak chain] in
        history.record(Self.error { _ = try chain?.getValue() })
      },
    ]
    // Overwritten in place, so that the open connection reads the damage.
    for name in ["value.db", "value.db-wal", "value.db-shm"] {
      let file = try FileHandle(forWritingTo: scratch.directory.appending(path: name))
      try file.write(contentsOf: Data(repeating: 0x2A, count: 64 * 1024))
      try file.close()
    }
    let errors = (0..<3).map { _ in Self.error { _ = try chain.getValue() } }
    for registration in registrations { registration.end() }
    #expect(errors == Array(repeating: "database", count: 3))
    #expect(history.entries == ["database", "database"])
  }

  private static func error(_ body: () throws -> Void) -> String {
    do {
      try body()
      return "none"
    } catch SQLiteProviderError.database {
      return "database"
    } catch {
      return "\(type(of: error))"
    }
  }
}
