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
}
