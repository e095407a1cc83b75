import Concurrency
import DataAccess
import Foundation
import TestSupport
import Testing

@Suite(.serialized)
struct `A completion`: ~Copyable {
  let users: OpenUsers
  var database: UserDatabase { users.database }

  init() throws { users = try OpenUsers() }

  /// The threads that run the completions of a read and of a write.
  private func threads(_ place: CompletionPlace) -> [String] {
    let (read, written) = (OneShot<String>(), OneShot<String>())
    database.read(completingOn: place) {
      try $0.get(1)
    } completion: { _ in
      read.fulfill(Self.present)
    }
    database.write(completingOn: place) {
      try $0.deleteAll()
    } completion: { _ in
      written.fulfill(Self.present)
    }
    return [read.wait(), written.wait()]
  }

  private static var present: String { ThreadPool.currentName ?? "another" }

  @Test
  func `runs on the thread that did the work, or on a named one`() {
    let service = ThreadPool(name: "a thread with a long name")
    let onWorkers = threads(.workingThread)
    let onService = threads(.thread(service))
    service.finish()
    #expect(onWorkers == ["dal.read", "dal.write"])
    #expect(onService == ["a thread with a long name", "a thread with a long name"])
  }

  @Test
  func `runs on the main queue`() async {
    let database = database
    let (places, place) = AsyncStream.makeStream(of: String?.self)
    let key = DispatchSpecificKey<String>()
    DispatchQueue.main.setSpecific(key: key, value: "main")
    database.read(completingOn: .main) {
      try $0.get(1)
    } completion: { _ in
      place.yield(DispatchQueue.getSpecific(key: key))
      place.finish()
    }
    var received: [String?] = []
    for await place in places { received.append(place) }
    #expect(received == ["main"])
  }

  @Test
  func `runs once at a custom place, even for an error`() throws {
    let waiting = Recorder<@Sendable () -> Void>()
    let put = OneShot<Void>()
    let place = CompletionPlace { completion in
      waiting.record(completion)
      put.fulfill(())
    }
    let received = Recorder<DataAccessError.Cause?>()
    database.write(completingOn: place) {
      try $0.update(.named("Taylor"))
    } completion: {
      received.record($0.cause)
    }
    put.wait()
    let before = received.entries
    for completion in waiting.entries { completion() }
    #expect(before == [])
    #expect(received.entries == [.noSuchUser(1)])
  }

  @Test
  func `runs on the thread that did the work if the named one is finished`() {
    let service = ThreadPool(name: "service")
    service.finish()
    #expect(threads(.thread(service)) == ["dal.read", "dal.write"])
  }
}
