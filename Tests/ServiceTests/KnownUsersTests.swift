import DataAccess
import Locking
import Observing
import Testing

@testable import Service

struct `Known users`: ~Copyable {
  @Test
  func `are read again if a save ended while they were read`() throws {
    let known = KnownUsers(unsaved: [])
    var names = ["Jake", "Taylor"]
    let models = try known.models { () throws(UserServiceError) in
      let row = UserRawModel(id: 1, name: names.removeFirst())
      if names.count == 1 { known.isSaved(1) }
      return [row]
    }
    #expect(models.map { $0.name.value } == ["Taylor"])
    #expect(names == [])
  }

  @Test
  func `have the name that waits to be saved, and not that of their row`() throws {
    let known = KnownUsers(unsaved: [
      PendingSave(id: 1, name: "Taylor"), PendingSave(id: 3, name: "Bob"),
    ])
    let models = try known.models { () throws(UserServiceError) in
      [UserRawModel(id: 1, name: "Jake"), UserRawModel(id: 2, name: "Ann")]
    }
    #expect(models.map { $0.name.value } == ["Taylor", "Ann"])
    #expect(known.unsaved == [1, 3])
  }

  @Test
  func `that nobody keeps take no room, however many there were`() throws {
    let known = KnownUsers(unsaved: [])
    for id in 1...10_000 {
      _ = try known.models { () throws(UserServiceError) in
        [UserRawModel(id: Int64(id), name: "Jake")]
      }
    }
    #expect(known.present == [])
    #expect(known.placeCount < 200)
  }

  @Test
  func `who have an earlier note get the new one before they are saved`() async throws {
    let scene = try Scene(users: "Jake")
    let notes = RecordedPendingSaves(scene.pending, in: scene.history)
    let saving = scene.rows.observe(on: .workingThread) { [history = scene.history] _ in
      history.add("database")
    }
    let service = scene.launch(pending: notes)
    try scene.rows.runOnWriter("PRAGMA query_only = ON")
    _ = await service.rename(1, "Taylor")
    try scene.rows.runOnWriter("PRAGMA query_only = OFF")
    _ = await service.rename(1, "Zoe")
    #expect(
      scene.history.lines == [
        "server 1 Taylor", "note Taylor", "server 1 Zoe", "note Zoe", "database", "forget Zoe",
      ])
    withExtendedLifetime(saving) {}
  }
}

/// Notes that tell what is done to them.
private struct RecordedPendingSaves: PendingSaves {
  private let saves: any PendingSaves
  private let history: History

  init(_ saves: any PendingSaves, in history: History) {
    self.saves = saves
    self.history = history
  }

  func all() throws(PendingSavesError) -> [PendingSave] { try saves.all() }

  func add(_ save: PendingSave) throws(PendingSavesError) {
    history.add("note \(save.name)")
    try saves.add(save)
  }

  func remove(_ save: PendingSave) throws(PendingSavesError) {
    history.add("forget \(save.name)")
    try saves.remove(save)
  }
}
