import DataAccess
import Dispatch
import Foundation
import Observing
import TestSupport
import Testing

@Suite(.serialized)
struct `Many threads`: ~Copyable {
  let users: OpenUsers
  var database: UserDatabase { users.database }

  init() throws { users = try OpenUsers() }

  @Test
  func `read whole commits only, and observers hear as many as there were`() throws {
    let database = database
    try database.insert((1...10).map { .named("0", id: $0) })
    let heard = Recorder<DataEvent>()
    let mixed = Recorder<Set<String>>()
    let observation = database.observe(on: .workingThread) { heard.record($0) }
    DispatchQueue.concurrentPerform(iterations: 8) { thread in
      do {
        for round in 1...20 {
          if thread < 2 {
            let name = "\(thread) \(round)"
            try database.write { rows in
              for id in Int64(1)...10 { try rows.update(.named(name, id: id)) }
            }
          } else {
            let names = Set(try database.all().map(\.name.value))
            if names.count != 1 { mixed.record(names) }
            _ = try database.get(Int64(round))
          }
        }
      } catch {
        Issue.record(error)
      }
    }
    observation.end()
    #expect(mixed.entries == [])
    #expect(heard.entries == (0..<40).flatMap { _ in (1...10).map { DataEvent.update($0) } })
  }

  @Test
  func `write one user in some order, and the last one wins everywhere`() throws {
    let database = database
    let completed = Recorder<String>()
    DispatchQueue.concurrentPerform(iterations: 8) { thread in
      for round in 0..<20 {
        let name = "\(thread) \(round)"
        database.write(completingOn: .workingThread) {
          try $0.save(.named(name))
        } completion: { _ in
          completed.record(name)
        }
      }
    }
    database.close()
    let again = try UserDatabase(at: users.folder.database, .patient)
    let last = try again.get(1)?.name.value
    again.close()
    #expect(completed.entries.count == 160)
    #expect(last == completed.entries.last)
  }
}
