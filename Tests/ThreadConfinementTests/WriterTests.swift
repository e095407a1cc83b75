import Foundation
import Locking
import Testing
import ThreadConfinement

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
  func `a cancelled write lets the next begin too (R-20)`() throws {
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
  func `eight readers go on while one writes, each at its own version (R-20 R-21)`() throws {
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

  @Test
  func `begin comes to the newest version and tells what is due, inside the write (R-22)`() throws {
    let watcher = try Watcher(folder.configuration)
    try watcher.turn { store, watcher in
      watcher.token = try store.artists.observe { change in
        watcher.note(change, as: "in write \(store.isInWriteTransaction): ")
      }
    }
    let configuration = folder.configuration
    try watcher.turn { store, watcher in
      try elsewhere {
        let other = try ConfinedStore.open(configuration)
        try other.write { try other.add(Artist.ann) }
      }
      watcher.note("before \(store.names)")
      try store.beginWrite()
      watcher.note("begun \(store.names)")
      try store.cancelWrite()
    }
    #expect(
      watcher.notes == [
        "in write false: initial 0", "before []", "in write true: update [] [0] []",
        #"begun ["Ann"]"#,
      ])
    watcher.close()
  }

  @Test
  func `what is written is seen at once by the writing store (R-23)`() throws {
    let store = try folder.open(.ann)
    let artists = store.artists
    let named = artists.where { $0.name.starts(with: "B") }
    var counts = [artists.count, named.count]
    try store.beginWrite()
    try store.add(Artist.bob)
    counts += [artists.count, named.count]
    try store.cancelWrite()
    counts += [artists.count, named.count]
    #expect(counts == [1, 0, 2, 1, 1, 0])
  }

  @Test
  func `an error of an observer during begin cancels the write, and a new one begins (R-24)`()
    throws
  {
    struct Refused: Error {}
    let watcher = try Watcher(folder.configuration)
    let configuration = folder.configuration
    try watcher.turn { store, watcher in
      watcher.token = try store.artists.observe { change in
        if case .update = change { throw Refused() }
      }
    }
    try watcher.turn { store, watcher in
      try elsewhere {
        let other = try ConfinedStore.open(configuration)
        try other.write { try other.add(Artist.ann) }
      }
      watcher.note(failure { try store.beginWrite() } ?? "none")
      watcher.note("in write \(store.isInWriteTransaction)")
      try store.beginWrite()
      watcher.note("in write \(store.isInWriteTransaction) \(store.names)")
      try store.cancelWrite()
    }
    #expect(
      watcher.notes == [
        "an observer threw: Refused()", "in write false", #"in write true ["Ann"]"#,
      ])
    watcher.close()
  }
}
