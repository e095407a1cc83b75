import Concurrency
import Foundation
import Testing
import ThreadConfinement

@Suite(.serialized)
struct `One writer at a time`: ~Copyable {
  let folder: StoreFolder
  init() throws { folder = try StoreFolder() }

  @Test
  func `a second begin waits for the commit, and a reader does not (R-20 R-21)`() throws {
    let store = try folder.open(.ann)
    let history = Locked<[String]>([])
    let note: @Sendable (String) -> Void = { line in history.withLock { $0.append(line) } }
    let refused = DispatchSemaphore(value: 0)
    var configuration = folder.configuration
    configuration.onWriteRefused = {
      note("second is refused")
      refused.signal()
    }
    let second = ConfinedThread(name: "second")
    let secondConfiguration = configuration

    try store.beginWrite()
    try store.add(Artist.bob)
    second.async {
      guard let store = try? ConfinedStore.open(secondConfiguration) else { return }
      note("second reads \(store.names)")
      _ = try? store.write {
        note("second writes \(store.names)")
        try store.add(Artist.cid)
      }
    }
    refused.wait()
    note("first commits \(store.names)")
    try store.commitWrite()
    second.finish()
    let lines = history.withLock { $0 }
    #expect(
      lines == [
        #"second reads ["Ann"]"#, "second is refused", #"first commits ["Ann", "Bob"]"#,
        #"second writes ["Ann", "Bob"]"#,
      ])
  }

  @Test
  func `after a cancelled write the next one begins (R-20)`() throws {
    let store = try folder.open()
    let refused = DispatchSemaphore(value: 0)
    var configuration = folder.configuration
    configuration.onWriteRefused = { refused.signal() }
    let second = ConfinedThread(name: "second")
    let secondConfiguration = configuration
    try store.beginWrite()
    try store.add(Artist.ann)
    second.async {
      let store = try? ConfinedStore.open(secondConfiguration)
      _ = try? store?.write { try store?.add(Artist.bob) }
    }
    refused.wait()
    try store.cancelWrite()
    second.finish()
    try store.refresh()
    #expect(store.names == ["Bob"])
  }

  @Test
  func `eight readers continue during a write, each at its own version (R-20 R-21)`() throws {
    let store = try folder.open(.ann)
    let configuration = folder.configuration
    try store.beginWrite()
    try store.add(Artist.bob)
    let seen = Locked<[[String]]>([])
    let readers = (0..<8).map { ConfinedThread(name: "reader \($0)") }
    for reader in readers {
      reader.async {
        let names = try? ConfinedStore.open(configuration).names
        seen.withLock { $0.append(names ?? []) }
      }
    }
    for reader in readers { reader.finish() }
    let during = seen.withLock { $0 }
    let isOpen = store.isInWriteTransaction
    #expect(during == Array(repeating: ["Ann"], count: 8))
    #expect(isOpen)
    try store.commitWrite()
  }

  @Test
  func `a commit that fails leaves the old version, and the write has ended (R-21)`() throws {
    var configuration = folder.configuration
    configuration.pageLimit = 12
    let store = try ConfinedStore.open(configuration)
    try store.write { try store.add(Artist.ann) }
    let filling = (2...5000).map { Artist(id: $0, name: String(repeating: "n", count: 50)) }
    let refusal = failure { try store.write { try store.add(filling) } }
    let isOpen = store.isInWriteTransaction
    #expect(refusal?.contains("database or disk is full") == true, "\(refusal ?? "nil")")
    #expect(!isOpen)
    #expect(store.names == ["Ann"])
    try store.write { try store.add(Artist.bob) }
    #expect(store.names == ["Ann", "Bob"])
  }
}
