import DataAccess
import Dispatch
import Foundation
import Testing

@Suite(.serialized)
struct `A completion`: ~Copyable {
  let users: OpenUsers
  var database: UserDatabase { users.database }

  init() throws { users = try OpenUsers() }

  /// Where the completions of a read and of a write run.
  private func threads(_ place: CompletionPlace) -> [String] {
    let (read, written) = (Answer<String>(), Answer<String>())
    database.get(1, completingOn: place) { _ in read.give(Self.present) }
    database.deleteAll(completingOn: place) { _ in written.give(Self.present) }
    return [read.wait(), written.wait()]
  }

  private static var present: String {
    NamedThread.presentName ?? "another"
  }

  @Test
  func `runs on the thread that did the work, on a named one, or on a queue`() {
    let service = NamedThread(name: "a thread with a long name")
    let onWorkers = threads(.workingThread)
    let onService = threads(.thread(service))
    let onQueue = threads(.queue(DispatchQueue(label: "service")))
    service.finish()
    #expect(onWorkers == ["dal.read", "dal.write"])
    #expect(onService == ["a thread with a long name", "a thread with a long name"])
    #expect(onQueue == ["another", "another"])
  }

  @Test
  func `runs on the main queue`() async {
    let database = database
    let (places, place) = AsyncStream.makeStream(of: String?.self)
    let key = DispatchSpecificKey<String>()
    DispatchQueue.main.setSpecific(key: key, value: "main")
    database.get(1, completingOn: .main) { _ in
      place.yield(DispatchQueue.getSpecific(key: key))
      place.finish()
    }
    var heard: [String?] = []
    for await place in places { heard.append(place) }
    #expect(heard == ["main"])
  }

  @Test
  func `runs where one's own place puts it, once, also for an error`() throws {
    let waiting = Heard<@Sendable () -> Void>()
    let put = Answer<Void>()
    let place = CompletionPlace { completion in
      waiting.add(completion)
      put.give()
    }
    let heard = Heard<DataAccessError.Cause?>()
    database.update(.named("Taylor"), completingOn: place) { heard.add($0.cause) }
    put.wait()
    let before = heard.all
    for completion in waiting.all { completion() }
    #expect(before == [])
    #expect(heard.all == [.noSuchUser(1)])
  }

  @Test
  func `is dropped by a thread that was finished, which stops nobody else`() throws {
    let service = NamedThread(name: "service")
    service.finish()
    database.insert(.named("Jake"), completingOn: .thread(service)) { _ in
      Issue.record("a thread that has ended runs nothing")
    }
    try database.insert(.named("Ann", id: 2))
    let texts = try database.texts()
    #expect(texts == ["1 Jake", "2 Ann"])
  }
}
