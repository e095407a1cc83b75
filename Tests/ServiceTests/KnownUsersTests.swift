import Concurrency
import DataAccess
import Observing
import TestSupport
import Testing

@testable import Service

@Suite(.serialized)
struct `Known users`: ~Copyable {
  /// Rows with these names and increasing ids.
  private func rows(_ names: String...) -> [UserRawModel] {
    names.enumerated().map { UserRawModel(id: Int64($0 + 1), name: $1) }
  }

  @Test
  func `that changed during a read are read again, and no others`() throws {
    let known = KnownUsers(unsaved: [])
    let history = Recorder<String>()
    let models = try known.models { () throws(UserServiceError) in
      history.record("all")
      known.rowChanged(2)
      return rows("Jake", "Ann", "Bob")
    } again: { (id) throws(UserServiceError) in
      history.record("\(id)")
      // Changing another row during each read does not cause an endless loop.
      known.rowChanged(9)
      return UserRawModel(id: id, name: "Anna")
    }
    #expect(models.map { $0.name.value } == ["Jake", "Anna", "Bob"])
    #expect(history.entries == ["all", "2"])
  }

  @Test
  func `that may all have changed are all read again, and deleted ones omitted`() throws {
    let known = KnownUsers(unsaved: [])
    let models = try known.models { () throws(UserServiceError) in
      known.rowChanged(nil)
      return rows("Jake", "Ann")
    } again: { (id) throws(UserServiceError) in
      id == 1 ? nil : UserRawModel(id: id, name: "Anna")
    }
    #expect(models.map { $0.name.value } == ["Anna"])
  }

  @Test
  func `that changed before they were read are not read again`() throws {
    let known = KnownUsers(unsaved: [])
    known.rowChanged(1)
    known.rowChanged(nil)
    let models = try known.models { () throws(UserServiceError) in
      rows("Jake")
    } again: { (_) throws(UserServiceError) in
      UserRawModel(id: 1, name: "Taylor")
    }
    #expect(models.map { $0.name.value } == ["Jake"])
  }

  @Test
  func `have the pending name instead of their row's`() throws {
    let known = KnownUsers(unsaved: [
      PendingSave(id: 1, name: "Taylor"), PendingSave(id: 3, name: "Bob"),
    ])
    let models = try known.models { () throws(UserServiceError) in
      rows("Jake", "Ann")
    } again: { (_) throws(UserServiceError) in
      nil
    }
    #expect(models.map { $0.name.value } == ["Taylor", "Ann"])
    #expect(known.unsaved == [1, 3])
  }

  @Test
  func `that are released take no space`() throws {
    let known = KnownUsers(unsaved: [])
    for id in 1...10_000 {
      _ = try known.models { () throws(UserServiceError) in
        [UserRawModel(id: Int64(id), name: "Jake")]
      } again: { (_) throws(UserServiceError) in
        nil
      }
    }
    #expect(known.ids == [])
    #expect(known.entryCount < 200)
  }
}
