import Concurrency
import Dispatch
import Foundation
import ThreadConfinement
import Workbook

extension ChildRole {
  /// Uses the realm thread's store on the main thread, and says where it is before it does.
  static let wrongThread = ChildRole("wrong-thread") { child in
    let root = DBRoot(.artists(in: URL(filePath: child.arguments[0])))
    let store = try root.handedOver { $0 }
    if Thread.isMainThread { child.say("main") }
    child.say("\(store.value.objects(ArtistViewModel.self).count) artists")
  }

  /// Counts a collection of the realm thread's on the data manager's queue.
  static let wrongQueue = ChildRole("wrong-queue") { child in
    let root = DBRoot(.artists(in: URL(filePath: child.arguments[0])))
    let artists = try root.handedOver { $0.objects(ArtistViewModel.self) }
    let counted = DispatchSemaphore(value: 0)
    DataManagerQueue().async {
      if let owner = DataManagerQueue.currentOwner { child.say(owner) }
      child.say("count \(artists.value.count)")
      counted.signal()
    }
    counted.wait()
  }
}

extension DBRoot {
  /// Takes something away from the realm thread that is confined to it.
  fileprivate func handedOver<Value>(
    _ take: @escaping @Sendable (ConfinedStore) -> Value
  ) throws -> Handed<Value> {
    let taken = DispatchSemaphore(value: 0)
    let outcome = Locked<Result<Handed<Value>, any Error>>(.failure(CancellationError()))
    try addTask({ Handed(value: take($0)) }) { result in
      outcome.withLock { $0 = result }
      taken.signal()
    }
    taken.wait()
    return try outcome.withLock { $0 }.get()
  }
}
