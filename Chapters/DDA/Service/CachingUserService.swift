internal import Concurrency
internal import DataAccess
internal import Observing

/// Loads each user once from another service and retains the object, which notifies of changes. A
/// deleted user remains in the cache.
struct CachingUserService: UserService {
  let service: any UserService
  private let users = Locked<[Int64: any User]>([:])

  func user(_ id: Int64) throws(UserServiceError) -> any User {
    if let user = users.withLock({ $0[id] }) { return user }
    return cached(try service.user(id))
  }

  func loadAll() throws(UserServiceError) -> [any User] { try service.loadAll().map(cached) }

  func modifyUserName(
    _ newName: String, of id: Int64, completion: @escaping @Sendable (RenameOutcome) -> Void
  ) { service.modifyUserName(newName, of: id, completion: completion) }

  func saveAgain() async throws(UserServiceError) { try await service.saveAgain() }

  /// Keeps the first object of a user, even if several threads load it concurrently.
  private func cached(_ user: any User) -> any User {
    // Read outside the lock, because the user of another service may run any code.
    let id = user.id
    return users.withLock { users in
      if let first = users[id] { return first }
      users[id] = user
      return user
    }
  }
}

/// Counts and times the calls of another service: a rename until its outcome is delivered.
struct MeasuringUserService: UserService {
  let service: any UserService
  let measurements: Measurements

  func user(_ id: Int64) throws(UserServiceError) -> any User {
    let end = measurements.begin("user")
    defer { end() }
    return try service.user(id)
  }

  func loadAll() throws(UserServiceError) -> [any User] {
    let end = measurements.begin("loadAll")
    defer { end() }
    return try service.loadAll()
  }

  func modifyUserName(
    _ newName: String, of id: Int64, completion: @escaping @Sendable (RenameOutcome) -> Void
  ) {
    let end = measurements.begin("modifyUserName")
    service.modifyUserName(newName, of: id) { outcome in
      end()
      completion(outcome)
    }
  }

  func saveAgain() async throws(UserServiceError) {
    let end = measurements.begin("saveAgain")
    defer { end() }
    try await service.saveAgain()
  }
}

/// The number and total duration of the calls of each function of a service.
package final class Measurements: Sendable {
  package struct Total: Equatable, Sendable {
    package fileprivate(set) var count = 0
    package fileprivate(set) var duration = Duration.zero
  }

  private let calls = Locked<[String: Total]>([:])
  private let now: @Sendable () -> Duration

  package init<Measuring: Clock<Duration>>(clock: Measuring = ContinuousClock()) {
    let start = clock.now
    now = { start.duration(to: clock.now) }
  }

  package func calls(of function: String) -> Total {
    calls.withLock { $0[function, default: Total()] }
  }

  func begin(_ function: String) -> @Sendable () -> Void {
    let start = now()
    return { [calls, now] in
      let duration = now() - start
      calls.withLock {
        $0[function, default: Total()].count += 1
        $0[function, default: Total()].duration += duration
      }
    }
  }
}
