import Dispatch
import Foundation
import HTTP
import MiniRx
import Workbook

// What the pages about Moments use to set up a scene, to print what observers are told, and to wait.

extension ScratchFolder {
  /// The name of a suite of UserDefaults that is a file in here, so that it goes with the folder.
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

  /// Subscribes, and returns when the last event has been told.
  func ended(_ tell: @escaping @Sendable (Event<Element>) -> Void = { _ in }) async {
    let (endings, ending) = AsyncStream.makeStream(of: Void.self)
    _ = subscribe { event in
      tell(event)
      if event.isStopEvent { ending.finish() }
    }
    for await _ in endings {}
  }

  /// The same with an observer that prints each event as `name: event`.
  func ended(_ name: String, in transcript: Transcript) async {
    await ended { event in transcript.line("\(name): \(event)") }
  }
}

/// Returns when all that waited for the main queue has run.
func mainQueueCaughtUp() async {
  let (turns, turn) = AsyncStream.makeStream(of: Void.self)
  DispatchQueue.main.async { turn.finish() }
  for await _ in turns {}
}
