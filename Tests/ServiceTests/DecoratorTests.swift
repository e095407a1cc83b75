import Concurrency
import DataAccess
import Loopback
import Observing
import TestSupport
import Testing

@testable import Service

@Suite(.serialized)
struct `A decorated service`: ~Copyable {
  let scene: UserScene
  init() throws { scene = try UserScene(users: "Jake", "Ann") }

  @Test
  func `that caches reads each user once, and retains it`() throws {
    let counted = CountedUserService(scene.launch())
    let cached = CachingUserService(service: counted)
    let users = try (0..<3).map { _ in try cached.user(1) }
    let all = try cached.loadAll()
    let second = try cached.user(2)
    #expect(counted.calls == ["user 1", "loadAll"])
    #expect(users.allSatisfy { $0 === users[0] })
    #expect(all[1] === second)
  }

  @Test
  func `that caches stores no name: a user in it is renamed like any other`() async throws {
    let cached = CachingUserService(service: scene.launch())
    let user = try cached.user(1)
    let outcome = await cached.rename(1, "Taylor")
    #expect(outcome == .saved)
    #expect(user.name.value == "Taylor")
    #expect(try cached.user(1) === user)
  }

  @Test
  func `that caches reads a user's id outside its lock`() throws {
    let users = ActingUsers()
    let cached = CachingUserService(service: users)
    users.first.act.withLock { $0 = { _ = try? cached.user(2) } }
    let found = OneShot<Int64?>()
    #expect(finishes { found.fulfill((try? cached.user(1))?.id) })
    #expect(found.wait() == 1)
  }

  @Test
  func `that caches stores no error`() throws {
    let cached = CachingUserService(service: scene.launch())
    #expect(throws: UserServiceError.noUser(id: 3)) { try cached.user(3) }
    try scene.rows.insert(UserRawModel(id: 3, name: "Bob"))
    #expect(try cached.user(3).name.value == "Bob")
  }

  @Test
  func `that measures counts and times each call, including failures`() async throws {
    let clock = ManualClock()
    let measurements = Measurements(clock: clock)
    let slow = CountedUserService(scene.launch()) { clock.advance(by: .milliseconds(3)) }
    let service = MeasuringUserService(service: slow, measurements: measurements)
    _ = try service.loadAll()
    _ = try service.user(1)
    #expect(throws: UserServiceError.self) { try service.user(3) }
    _ = await service.rename(1, "Taylor")
    let functions = ["loadAll", "user", "modifyUserName", "saveAgain"]
    let counts = functions.map { measurements.calls(of: $0).count }
    let durations = functions.map { measurements.calls(of: $0).duration }
    #expect(counts == [1, 2, 1, 0])
    #expect(durations == [.milliseconds(3), .milliseconds(6), .milliseconds(3), .zero])
  }

  @Test
  func `in memory behaves like the one over a database`() async throws {
    let memory = ServiceFactory.usersInMemory("Jake", "Ann")
    for service in [memory, scene.launch()] {
      let user = try service.user(1)
      let outcomes = [await service.rename(1, "Taylor"), await service.rename(3, "Bob")]
      let names = try service.loadAll().map { $0.name.value }
      #expect(outcomes == [.saved, .refused(.noUser(id: 3))])
      #expect(user.name.value == "Taylor")
      #expect(names == ["Taylor", "Ann"])
      #expect(throws: UserServiceError.noUser(id: 3)) { try service.user(3) }
    }
  }
}

/// A service that records calls and may delay them.
private struct CountedUserService: UserService {
  private let service: any UserService
  private let asked = Locked<[String]>([])
  private let delay: @Sendable () -> Void

  init(_ service: any UserService, delay: @escaping @Sendable () -> Void = {}) {
    self.service = service
    self.delay = delay
  }

  var calls: [String] { asked.withLock { $0 } }

  func user(_ id: Int64) throws(UserServiceError) -> any User {
    note("user \(id)")
    return try service.user(id)
  }

  func loadAll() throws(UserServiceError) -> [any User] {
    note("loadAll")
    return try service.loadAll()
  }

  func modifyUserName(
    _ newName: String, of id: Int64, completion: @escaping @Sendable (RenameOutcome) -> Void
  ) {
    note("modifyUserName \(id)")
    service.modifyUserName(newName, of: id, completion: completion)
  }

  func saveAgain() async throws(UserServiceError) { try await service.saveAgain() }

  private func note(_ call: String) {
    asked.withLock { $0.append(call) }
    delay()
  }
}

/// A service whose first user calls a closure when its id is read.
private struct ActingUsers: UserService {
  final class First: User {
    let name = ObservableValue("Ann")
    let act = Locked<@Sendable () -> Void>({})

    var id: Int64 {
      act.withLock { $0 }()
      return 1
    }
  }

  let first = First()

  func user(_ id: Int64) -> any User { id == 1 ? first : UserRawModel(id: id, name: "Bob") }

  func loadAll() -> [any User] { [first] }

  func modifyUserName(
    _ newName: String, of id: Int64, completion: @escaping @Sendable (RenameOutcome) -> Void
  ) {}

  func saveAgain() {}
}
