import Foundation
import Testing
import ThreadConfinement

@Suite(.serialized)
struct `Refresh`: ~Copyable {
  let folder: StoreFolder
  init() throws { folder = try StoreFolder() }

  private func addElsewhere(_ artist: Artist, update: UpdatePolicy = .error) throws {
    let configuration = folder.configuration
    try elsewhere {
      let other = try ConfinedStore.open(configuration)
      try other.write { try other.add(artist, update: update) }
    }
  }

  @Test
  func `a store stays at its version until it is refreshed (R-25)`() throws {
    let store = try folder.open(.ann)
    let ann = try #require(store.artist(1))
    try addElsewhere(.bob)
    try addElsewhere(Artist(id: 1, name: "Anna"), update: .modified)
    let frozen = try store.freeze()
    let before = try store.version
    #expect(store.names == ["Ann"])
    #expect(ann.name == "Ann")
    try store.refresh()
    let after = try store.version
    #expect([before, after, frozen.version] == [1, 3, 1])
    #expect(store.names == ["Anna", "Bob"])
    #expect(ann.name == "Anna")
  }

  @Test
  func `refresh returns false at the newest version, in a write, and if frozen (R-26)`() throws {
    let store = try folder.open(.ann)
    var answers = [try store.refresh()]
    try addElsewhere(.bob)
    answers += [try store.refresh(), try store.refresh()]
    try addElsewhere(.cid)
    try store.write { answers.append(try store.refresh()) }
    answers.append(try store.freeze().refresh())
    #expect(answers == [false, true, false, false, false])
  }

  @Test
  func `a thread with a loop advances automatically, one without does not (R-27)`() throws {
    let plain = try folder.open()
    let watcher = try Watcher(folder.configuration)
    try watcher.turn { store, _ in _ = store.names }
    try addElsewhere(.ann)
    watcher.settle()
    let seen = try watcher.turn { store, _ in store.names }
    #expect(seen == ["Ann"])
    #expect(plain.names == [])
    watcher.close()
  }

  @Test
  func `without autorefresh the observer receives that a refresh is required (R-28)`() throws {
    var configuration = folder.configuration
    configuration.autorefresh = false
    let watcher = try Watcher(configuration)
    try watcher.turn { store, watcher in
      watcher.token = try store.observe { notification, store in
        watcher.note("\(notification) \(store.names)")
      }
    }
    try addElsewhere(.ann)
    watcher.settle()
    try watcher.turn { store, watcher in watcher.note("refresh \(try store.refresh())") }
    #expect(watcher.notes == ["refreshRequired []", #"didChange ["Ann"]"#, "refresh true"])
    watcher.close()
  }

  @Test
  func `autorefresh may be switched while the store is used (R-28)`() throws {
    let watcher = try Watcher(folder.configuration)
    try watcher.turn { store, _ in store.autorefresh = false }
    try addElsewhere(.ann)
    watcher.settle()
    let off = try watcher.turn { store, _ in store.names }
    try watcher.turn { store, _ in store.autorefresh = true }
    try addElsewhere(.bob)
    watcher.settle()
    let on = try watcher.turn { store, _ in store.names }
    #expect(off == [])
    #expect(on == ["Ann", "Bob"])
    watcher.close()
  }

  @Test
  func `a refresh applies all missed commits at once: one change from 1 to 10 (R-29)`() throws {
    var configuration = folder.configuration
    configuration.autorefresh = false
    let watcher = try Watcher(configuration)
    try addElsewhere(Artist(id: 1, name: "Ann", age: 1))
    try watcher.turn { store, watcher in
      try store.refresh()
      watcher.token = try store.artist(1)?.observe { change in
        guard case .change(_, let properties) = change else { return }
        for property in properties {
          watcher.note("\(String(describing: property.oldValue)) -> \(property.newValue)")
        }
      }
    }
    for age in 2...10 { try addElsewhere(Artist(id: 1, name: "Ann", age: age), update: .modified) }
    try watcher.turn { store, _ in _ = try store.refresh() }
    #expect(watcher.notes == ["Optional(Optional(1)) -> Optional(10)"])
    watcher.close()
  }

  @Test
  func `a store that is at the newest version receives no change (R-28)`() throws {
    var configuration = folder.configuration
    configuration.autorefresh = false
    let watcher = try Watcher(configuration)
    try watcher.turn { store, watcher in
      watcher.token = try store.observe { notification, _ in watcher.note("\(notification)") }
    }
    let other = folder.configuration
    try watcher.turn { store, watcher in
      try elsewhere {
        let other = try ConfinedStore.open(other)
        try other.write { _ = try other.add(Artist.ann) }
      }
      watcher.note("refresh \(try store.refresh())")
    }
    watcher.close()
    #expect(watcher.notes == ["didChange", "refresh true"])
  }
}
