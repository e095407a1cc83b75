import Concurrency
import DataAccess
import Foundation
import Observing
import TestSupport
import Testing

@Suite(.serialized)
struct `Data events`: ~Copyable {
  let users: OpenUsers
  var database: UserDatabase { users.database }

  init() throws { users = try OpenUsers() }

  @Test
  func `identify each row, and report many as a refresh`() throws {
    let received = Recorder<DataEvent>()
    let observation = database.observe(on: .workingThread) { received.record($0) }
    try database.insert(.named("Jake"))
    try database.update(.named("Taylor"))
    try database.save(.named("Zoe"))
    try database.save(.named("Ann", id: 2))
    try database.delete(1)
    try database.insert((10..<110).map { .named("Bob", id: $0) })
    try database.insert([])
    try database.deleteAll()
    try database.deleteAll()
    observation.end()
    #expect(
      received.entries == [
        .insert(1), .update(1), .update(1), .insert(2), .delete(1), .refresh(rows: 100),
        .refresh(rows: 101),
      ])
  }

  @Test
  func `of a transaction with more than a hundred changes are one refresh`() throws {
    let received = Recorder<DataEvent>()
    let observation = database.observe(on: .workingThread) { received.record($0) }
    for count in [Int64(100), 101] {
      try database.write { rows in
        for id in 1...count { try rows.save(.named("Ann", id: id)) }
      }
    }
    try database.write { rows in
      for id in Int64(1)...99 { try rows.delete(id) }
      try rows.deleteAll()
      try rows.insert(.named("Ann"))
    }
    observation.end()
    #expect(
      received.entries == (1...100).map { .insert($0) } + [
        .refresh(rows: 101), .refresh(rows: 102),
      ])
  }

  @Test
  func `report commits, and not before`() throws {
    let database = database
    let received = Recorder<String>()
    let observation = database.observe(on: .workingThread) { event in
      received.record("\(event) and the reader sees \((try? database.texts()) ?? [])")
    }
    try database.write { rows in
      try rows.insert(.named("Jake"))
      received.record("inserted")
      try rows.update(.named("Taylor"))
      received.record("updated")
    }
    received.record("returned")
    observation.end()
    #expect(
      received.entries == [
        "inserted", "updated", #"insert(1) and the reader sees ["1 Taylor"]"#,
        #"update(1) and the reader sees ["1 Taylor"]"#, "returned",
      ])
  }

  @Test
  func `do not report failed or rolled back writes`() throws {
    try database.insert(.named("Jake"))
    let received = Recorder<DataEvent>()
    let observation = database.observe(on: .workingThread) { received.record($0) }
    let causes = [
      cause { try database.insert(.named("Bob")) },
      cause { try database.update(.named("Bob", id: 2)) },
      cause { try database.delete(2) },
      cause { try database.insert([.named("Bob", id: 2), .named("Bob")]) },
      cause {
        try database.write { rows in
          try rows.delete(1)
          throw DataAccessError(.abandoned)
        }
      },
      database.outcome { try $0.insert(.named("Bob")) }, database.outcome { try $0.delete(2) },
    ]
    try database.runOnWriter("PRAGMA query_only = ON")
    let refused = cause { try database.save(.named("Bob")) }
    observation.end()
    let left = try database.texts()
    #expect(
      causes == [
        .userExists(1), .noSuchUser(2), .noSuchUser(2), .userExists(1), .abandoned, .userExists(1),
        .noSuchUser(2),
      ])
    #expect(refused == .readOnly)
    #expect(received.entries == [])
    #expect(left == ["1 Jake"])
  }

  @Test
  func `arrive before the completion, in the order of commits, at each observer`() throws {
    let service = ThreadPool(name: "service")
    let first = Recorder<String>()
    let second = Recorder<DataEvent>()
    let firstObservation = database.observe(on: .thread(service)) { first.record("\($0)") }
    let secondObservation = database.observe(on: .thread(service)) { second.record($0) }
    for id in Int64(1)...50 {
      database.write(completingOn: .thread(service)) {
        try $0.save(.named("Ann", id: id))
      } completion: { _ in
        first.record("saved \(id)")
      }
    }
    database.close()
    service.finish()
    service.join()
    withExtendedLifetime((firstObservation, secondObservation)) {}
    #expect(first.entries == (1...50).flatMap { ["insert(\($0))", "saved \($0)"] })
    #expect(second.entries == (1...50).map { .insert($0) })
  }

  @Test
  func `are received until the binding is ended or released`() throws {
    let received = Recorder<String>()
    let kept = database.observe(on: .workingThread) { received.record("kept \($0)") }
    var dropped: Binding? = database.observe(on: .workingThread) {
      received.record("dropped \($0)")
    }
    try database.insert(.named("Jake"))
    withExtendedLifetime(dropped) {}
    dropped = nil
    try database.update(.named("Taylor"))
    kept.end()
    kept.end()
    try database.delete(1)
    #expect(received.entries == ["kept insert(1)", "dropped insert(1)", "kept update(1)"])
  }

  @Test
  func `in flight are not received after the binding is ended`() throws {
    let waiting = Recorder<@Sendable () -> Void>()
    let received = Recorder<DataEvent>()
    let place = CompletionPlace { waiting.record($0) }
    let observation = database.observe(on: place) { received.record($0) }
    try database.insert(.named("Jake"))
    observation.end()
    for completion in waiting.entries { completion() }
    #expect(waiting.entries.count == 1)
    #expect(received.entries == [])
  }

  @Test
  func `may be handled by observing, ending, writing and reading`() throws {
    let database = database
    let received = Recorder<String>()
    let inner = Recorder<Binding>()
    let isDone = OneShot<Void>()
    let observation = database.observe(on: .workingThread) { event in
      received.record("outer \(event)")
      guard case .insert(1) = event else { return }
      inner.record(database.observe(on: .workingThread) { received.record("inner \($0)") })
      received.record("read \((try? database.get(1)?.text) ?? "nobody")")
      database.write(completingOn: .workingThread) {
        try $0.update(.named("Taylor"))
      } completion: { _ in
        inner.entries.first?.end()
        database.write(completingOn: .workingThread) {
          try $0.delete(1)
        } completion: { _ in
          isDone.fulfill(())
        }
      }
    }
    try database.insert(.named("Jake"))
    isDone.wait()
    observation.end()
    #expect(
      received.entries == [
        "outer insert(1)", "read 1 Jake", "outer update(1)", "inner update(1)", "outer delete(1)",
      ])
  }
}
