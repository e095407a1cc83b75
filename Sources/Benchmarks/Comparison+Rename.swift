import Application
import DataAccess
import Foundation
import Observing
import Service

extension Comparison {
  /// The overhead of the DDA chapter's layers between a server's response and a screen.
  ///
  /// The server responds and the database saves immediately, so only the work of the layers is
  /// measured: the call, the user's queue, the response, the model, the view model and the view.
  /// The reference has the same threads, which wake each other in the same order. The caller wakes
  /// the queue; the queue wakes the caller, with the view's event, and the thread that records and
  /// saves the name; that thread wakes the queue, which only then takes the next rename.
  ///
  /// A rename adds Swift tasks, results, and the events of the model and the view. It takes 1.6 to
  /// 2.3 times as long as the reference where a wake-up is slow, and 3.3 to 4.5 times on Linux 6.18,
  /// where the four wake-ups of the reference take 5 to 7.5 µs. The limit leaves a margin above that.
  static let rename: [Comparison] = [renameToView]

  private static let renameToView = Comparison(
    name: "DDA: a rename, from the call to the view's event",
    reference: "the same wake-ups of threads, in C calls", limit: 5,
    isOnOneProcessor: true
  ) {
    let scene = RenameScene()
    let fork = BareFork()
    fork.start()
    return (
      scene.rename,
      { repetitions in for _ in 0..<repetitions { fork.operate() } }
    )
  }
}

/// A service, a view model and a view, over a server and a database that do nothing.
private final class RenameScene: Sendable {
  private let service: any UserService
  private let profile: UserProfile
  private let isShown = DispatchSemaphore(value: 0)
  private let view: ShownView

  init() {
    let factory = ServiceFactory(
      NoRows(), AgreeingServer(), pending: NoPendingSaves(), deliveringOn: .workingThread)
    service = factory.users()
    profile = UserProfile(must { [service] in try service.user(1) })
    view = ShownView(isShown)
    view.binding.bind(view, to: profile.title) { view, _ in view.isShown.signal() }
    isShown.wait()
  }

  func rename(repetitions: Int) {
    for repetition in 0..<repetitions {
      service.modifyUserName(repetition.isMultiple(of: 2) ? "Taylor" : "Jake", of: 1) { _ in }
      isShown.wait()
    }
  }
}

/// A control that signals each call.
private final class ShownView: Sendable {
  let binding = ViewBinding(on: .changing)
  let isShown: DispatchSemaphore

  init(_ isShown: DispatchSemaphore) { self.isShown = isShown }
}

private struct AgreeingServer: UserServer {
  func send(_ request: ModifyUserNameRequest) async throws(UserServiceError) -> UserRecord {
    UserRecord(id: request.userID, name: request.newName)
  }
}

private struct NoPendingSaves: PendingSaves {
  func all() -> [PendingSave] { [] }
  func add(_ save: PendingSave) {}
  func remove(_ save: PendingSave) {}
}

/// A database that returns a user for any id and whose writes do nothing.
private struct NoRows: UserDataAccess, UserRows {
  func get(_ id: Int64) -> UserRawModel? { UserRawModel(id: id, name: "Jake") }
  func all() -> [UserRawModel] { [] }
  func insert(_ user: UserRawModel) {}
  func insert(_ users: [UserRawModel]) {}
  func update(_ user: UserRawModel) {}
  func save(_ user: UserRawModel) {}
  func delete(_ id: Int64) {}
  func deleteAll() {}
  func close() {}

  func read<Value: Sendable>(_ steps: @escaping Steps<Value>) throws(DataAccessError) -> Value {
    do { return try steps(self) } catch { throw DataAccessError(.abandoned, details: "\(error)") }
  }

  func write<Value: Sendable>(_ steps: @escaping Steps<Value>) throws(DataAccessError) -> Value {
    try read(steps)
  }

  func read<Value: Sendable>(
    completingOn place: CompletionPlace, _ steps: @escaping Steps<Value>,
    completion: @escaping Completion<Value>
  ) { completion(Result { () throws(DataAccessError) in try read(steps) }) }

  func write<Value: Sendable>(
    completingOn place: CompletionPlace, _ steps: @escaping Steps<Value>,
    completion: @escaping Completion<Value>
  ) { read(completingOn: place, steps, completion: completion) }

  func observe(
    on place: CompletionPlace, _ handler: @escaping @Sendable (DataEvent) -> Void
  ) -> Binding { Binding {} }
}
