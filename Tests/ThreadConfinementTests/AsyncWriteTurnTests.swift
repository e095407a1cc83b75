import Foundation
import Testing
import ThreadConfinement

@Suite(.serialized)
struct `Turns of asynchronous writes`: ~Copyable {
  let folder: StoreFolder
  let watcher: Watcher
  init() throws {
    let folder = try StoreFolder()
    watcher = try Watcher(folder.configuration)
    self.folder = folder
  }
  deinit { watcher.close() }

  @Test
  func `a plain write does not wait for a queued one (R-72)`() throws {
    for _ in 0..<20 {
      try watcher.turn { store, _ in
        try store.writeAsync { try store.add(Artist.bob, update: .all) }
        try store.write { try store.add(Artist.ann, update: .all) }
      }
    }
    try watcher.finish()
    let names = try watcher.turn { store, _ in store.names }
    #expect(names == ["Ann", "Bob"])
  }

  @Test
  func `asynchronous writes of two stores and plain ones take turns (R-20 R-72)`() throws {
    let second = try Watcher(folder.configuration, name: "second")
    let count = 20
    for index in 0..<count {
      try watcher.turn { store, _ in
        try store.writeAsync { try store.add(Artist(id: index * 3)) }
      }
      try second.turn { store, _ in
        try store.writeAsync { try store.add(Artist(id: index * 3 + 1)) }
      }
      let store = try folder.open()
      try store.write { try store.add(Artist(id: index * 3 + 2)) }
    }
    try watcher.finish()
    try second.finish()
    let store = try folder.open()
    try store.refresh()
    #expect(store.artists.map(\.id) == Array(0..<(count * 3)))
    second.close()
  }

  @Test
  func `others receive such a commit, even if the store has begun to write again (R-72)`()
    throws
  {
    let other = try Watcher(folder.configuration, name: "other")
    let told = DispatchSemaphore(value: 0)
    try other.turn { store, other in
      other.token = try store.artists.observe { change in
        other.note(change)
        if case .update = change { told.signal() }
      }
    }
    try watcher.turn { store, _ in
      try store.beginWrite()
      try store.add(Artist.ann)
      try store.commitAsyncWrite()
      try store.beginWrite()
    }
    told.wait()
    let notes = other.notes
    try watcher.turn { store, _ in try store.cancelWrite() }
    try watcher.finish()
    #expect(notes == ["initial 0", "update [] [0] []"])
    other.close()
  }

  @Test
  func
    `an own commit counts as own, even if the store begins to write before it processes the commit (R-55)`()
    throws
  {
    try watcher.turn { store, watcher in
      try store.write { try store.add(Artist.ann) }
      watcher.token = try store.artist(1)?.observe { change in
        guard case .change(_, let properties) = change else { return }
        watcher.note("\(properties.map { "\($0.name) \($0.oldValue == nil)" })")
      }
    }
    try watcher.turn { store, _ in
      try store.beginWrite()
      store.artist(1)?.name = "Anna"
      try store.commitAsyncWrite()
      try store.beginWrite()
      try store.cancelWrite()
    }
    try watcher.finish()
    #expect(watcher.notes == [#"["name true"]"#])
  }
}
