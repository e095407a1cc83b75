import Foundation
import TestSupport
import Testing

@testable import ThreadConfinement

@Suite(.serialized)
struct `Asynchronous writes that go wrong`: ~Copyable {
  let watched: WatchedStore
  init() throws { watched = try WatchedStore() }
  var watcher: Watcher { watched.watcher }

  @Test
  func `a write that cannot begin receives the error, even after a plain write failed (R-72)`()
    throws
  {
    let watched = try WatchedStore { $0.with(\.busyTimeout, .milliseconds(20)) }
    let watcher = watched.watcher
    let other = try BuiltProgram("StoreWriter").start(["hold", watched.folder.file.path])
    let begun = other.line()
    try watcher.turn { store, watcher in
      try store.writeAsync {
        watcher.note("runs")
      } onComplete: { failure in
        watcher.note("complete \(outcome(failure))")
      }
      watcher.noteFailure { try store.beginWrite() }
    }
    try watcher.finish()
    other.closeInput()
    let committed = other.line()
    other.ending()
    let notes = watcher.notes
    let areRefusals = notes.map { $0.contains("Another connection is writing") }
    #expect(begun == "begun")
    #expect(committed == "committed")
    #expect(areRefusals == [true, true], "\(notes)")
  }

  @Test
  func `the completion receives the error of the block, and nothing is stored (R-72)`() throws {
    let watched = try WatchedStore { $0.with(\.pageLimit, 12) }
    let watcher = watched.watcher
    try watcher.turn { store, watcher in
      let note: (ConfinedStore.Failure?) -> Void = { failure in
        watcher.note("\(failure.map { "\($0)" } ?? "stored") \(store.names)")
      }
      try store.writeAsync({ try store.add(Artist.ann) }, onComplete: note)
      try store.writeAsync(
        {
          try store.add(Artist.bob)
          throw Refused()
        }, onComplete: note)
      try store.writeAsync(
        {
          try store.add(Artist.cid)
          try store.add(Artist.ann)
        }, onComplete: note)
      // The disk is full.
      try store.writeAsync({ try store.add(Artist.many(2..<5001)) }, onComplete: note)
      try store.writeAsync({ try store.add(Artist.bob) }, onComplete: note)
    }
    try watcher.finish()
    var notes = watcher.notes
    let full = notes.remove(at: 3)
    #expect(
      notes == [
        #"stored ["Ann"]"#, #"the block of an asynchronous write threw: Refused() ["Ann"]"#,
        #"Artist 1 is already stored; add it with update: .modified to change it ["Ann"]"#,
        #"stored ["Ann", "Bob"]"#,
      ])
    #expect(full.contains("database or disk is full"), "\(full)")
    #expect(full.hasSuffix(#" ["Ann"]"#), "\(full)")
  }

  @Test
  func `a commit in progress is completed, even if the store is invalidated (R-74)`() throws {
    try watcher.turn { store, watcher in
      try store.writeAsync {
        try store.add(Artist.ann)
        watcher.later { store, _ in store.invalidate() }
      } onComplete: {
        watcher.note("\(outcome($0)) \(store.names)")
      }
    }
    try watcher.finish()
    #expect(watcher.notes == [#"stored ["Ann"]"#])
  }

  @Test
  func `an error of an observer after the commit says that it is stored (R-24 R-72)`() throws {
    try watcher.turn { store, watcher in
      watcher.token = try store.observe { _, store in
        if store.names == ["Ann"] { throw Refused() }
        if store.names.count == 2 { throw ConfinedStore.Failure.threadEnded }
      }
      for artist in [Artist.ann, .bob] {
        try store.writeAsync {
          try store.add(artist)
        } onComplete: {
          watcher.note("\(store.names) \(outcome($0))")
        }
      }
    }
    try watcher.finish()
    #expect(
      watcher.notes == [
        #"["Ann"] the changes are stored, but an observer threw: Refused()"#,
        #"["Ann", "Bob"] the changes are stored, but an observer threw: "#
          + "the store's thread has ended; wait for asynchronous writes before the thread ends",
      ])
  }
}
