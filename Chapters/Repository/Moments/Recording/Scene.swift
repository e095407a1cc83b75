import Concurrency
import Dispatch
import Foundation
import HTTP
import MiniRx
import Workbook

// What the pages about Moments use to set up a scene, to print what observers receive, and to wait.

extension ScratchFolder {
  /// The name of a suite of UserDefaults that is a file in here, removed with the folder.
  var suite: String { url.appending(path: "settings").path }
}

extension MomentsRepo {
  /// A repository over a server inside the process that delivers on the main thread.
  init(_ store: any PersistentDataStoreType, _ server: MomentsServer) {
    self.init(
      persistentDataStore: store,
      getMomentsByUserIDSession: GetMomentsByUserIDSession(client: server.client),
      updateMomentLikeSession: UpdateMomentLikeSession(client: server.client),
      deliveringOn: MainScheduler.instance)
  }
}

extension MomentsAsWritten.MomentsRepo {
  /// The repository as written, over a server inside the process.
  init(_ store: any MomentsAsWritten.PersistentDataStoreType, _ server: MomentsServer) {
    self.init(
      persistentDataStore: store,
      getMomentsByUserIDSession: GetMomentsByUserIDSession(client: server.client),
      updateMomentLikeSession: UpdateMomentLikeSession(client: server.client))
  }
}

extension ObservableType {
  /// Subscribes an observer that prints each event as `name: event`.
  func subscribe(_ name: String, in transcript: Transcript) -> any Disposable {
    subscribe { event in transcript.line("\(name): \(event)") }
  }

  /// Subscribes, and returns when the terminal event has been received.
  func ended(_ receive: @escaping @Sendable (Event<Element>) -> Void = { _ in }) async {
    let ended = Gate()
    _ = subscribe { event in
      receive(event)
      if event.isStopEvent { ended.open() }
    }
    await ended.passed()
  }

  /// The same with an observer that prints each event as `name: event`.
  func ended(_ name: String, in transcript: Transcript) async {
    await ended { event in transcript.line("\(name): \(event)") }
  }
}

/// Returns when the main queue has run everything that was added before.
func mainQueueCaughtUp() async {
  let caughtUp = Gate()
  DispatchQueue.main.async { caughtUp.open() }
  await caughtUp.passed()
}
