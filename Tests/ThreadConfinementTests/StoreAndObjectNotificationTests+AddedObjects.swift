import Testing

@testable import ThreadConfinement

extension `Store and object notifications` {
  /// Adds Ann and observes her in one write, which stays open.
  private func observeInWrite() throws {
    try watcher.turn { store, watcher in
      try store.beginWrite()
      try Self.addAndObserve(store, watcher)
    }
  }

  private static func addAndObserve(_ store: ConfinedStore, _ watcher: Watcher) throws {
    watcher.token = try store.add(Artist.ann).observe { change in
      switch change {
      case .change(_, let properties): watcher.note("\(properties.map(\.name))")
      case .deleted: watcher.note("deleted")
      case .error(let failure): watcher.note("\(failure)")
      }
    }
  }

  @Test
  func `an object that is observed in the write that adds it reports later commits (R-55)`() throws
  {
    try observeInWrite()
    try watcher.turn { store, _ in
      store.artist(1)?.age = 31
      try store.commitWrite()
      try store.write { store.artist(1)?.name = "Anna" }
    }
    try watcher.turn { store, _ in try store.write { try store.delete(store.artists) } }
    #expect(watcher.notes == [#"["name"]"#, "deleted"])
  }

  @Test
  func
    `an object deleted in the same or in a cancelled write is reported as deleted (R-18 R-55)`()
    throws
  {
    try observeInWrite()
    try watcher.turn { store, _ in
      try store.commitWrite()
      try store.write { try store.delete(store.artists) }
    }
    try observeInWrite()
    try watcher.turn { store, _ in try store.cancelWrite() }
    let cancelled = watcher.notes
    try observeInWrite()
    try watcher.turn { store, _ in
      try store.delete(store.artists)
      try store.commitWrite()
    }
    let deleted = watcher.notes
    try watcher.turn { store, _ in try store.write {} }
    #expect(cancelled == ["deleted", "deleted"])
    #expect(deleted == ["deleted", "deleted", "deleted"])
    #expect(watcher.notes == deleted)
  }

  @Test
  func
    `an object that is added and observed in an asynchronous write reports later commits (R-72)`()
    throws
  {
    try watcher.turn { store, watcher in
      try store.writeAsync {
        try Self.addAndObserve(store, watcher)
        store.artist(1)?.age = 31
      }
    }
    try watcher.finish()
    try watcher.turn { store, _ in try store.write { store.artist(1)?.name = "Anna" } }
    #expect(watcher.notes == [#"["name"]"#])
  }
}
