import Foundation
import TestSupport
import Testing
import ThreadConfinement

extension `The end of a thread` {
  @Test
  func `each store of the thread is ended, even if a completion opens another (R-72)`() throws {
    let notes = Recorder<String>()
    let files = (0..<4).map {
      ConfinedStore.Configuration.artists(folder.folder.appending(path: "\($0)"))
    }
    let kept = try files.map { try ConfinedStore.open($0) }
    for store in kept { try store.beginWrite() }
    try elsewhere {
      _ = try ConfinedStore.open(files[0])
      let stores = try files[1...2].map { try ConfinedStore.open($0) }
      for (number, store) in stores.enumerated() {
        try store.writeAsync {
        } onComplete: {
          notes.record("\(number) \(outcome($0))")
          _ = try? ConfinedStore.open(files[3])
        }
      }
      CurrentThread.endTasks()
      notes.record("ended")
    }
    for store in kept { try store.cancelWrite() }
    #expect(
      notes.entries == [
        "0 the store's thread has ended", "1 the store's thread has ended", "ended",
      ])
  }

  @Test(arguments: [true, false])
  func `a thread that takes tasks again opens a store that can be observed (R-06 R-51)`(
    endsTasks: Bool
  ) throws {
    let (configuration, notes) = (folder.configuration, Recorder<String>())
    let (thread, kept) = (ConfinedThread(name: "again"), Kept())
    let token = try thread.sync {
      let first = try ConfinedStore.open(configuration)
      if endsTasks { CurrentThread.endTasks() }
      CurrentThread.takesTasks(from: thread, name: "again")
      let second = try ConfinedStore.open(configuration)
      kept.store = first
      notes.record("same: \(first === second)")
      return try second.artists.observe { _ in notes.record("initial") }
    }
    thread.sync { kept.store = nil }
    withExtendedLifetime(token) {}
    thread.finish()
    #expect(notes.entries == ["same: false", "initial"])
  }

  @Test
  func `a write of a thread's former store is refused to its new one`() throws {
    let configuration = folder.configuration
    let thread = ConfinedThread(name: "again")
    try thread.sync {
      let first = try ConfinedStore.open(configuration)
      CurrentThread.takesTasks(from: thread, name: "again")
      try first.beginWrite()
      #expect(throws: ConfinedStore.Failure.self) { try ConfinedStore.open(configuration) }
      try first.cancelWrite()
      let second = try ConfinedStore.open(configuration)
      try first.beginWrite()
      #expect(throws: ConfinedStore.Failure.self) { try second.beginWrite() }
      try first.cancelWrite()
      try second.write { try second.add(Artist.bob) }
    }
    thread.finish()
    let store = try folder.open(.ann)
    #expect(store.names.sorted() == ["Ann", "Bob"])
  }
}
