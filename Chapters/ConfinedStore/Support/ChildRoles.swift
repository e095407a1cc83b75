import Concurrency
import Dispatch
import Foundation
import ThreadConfinement
import Workbook

extension ChildRole {
  static let relaunch = ChildRole("relaunch") { child in
    let store = try ConfinedStore.open(.artists(in: URL(filePath: child.arguments[0])))
    for artist in store.objects(ArtistViewModel.self) {
      child.say("\(artist.snapshot) highlighted \(artist.highlighted)")
    }
  }
}

extension ChildRole {
  /// Adds a task from inside a task, as written. The second task never runs, so the wait for it has
  /// a time limit. The limit begins when the first task is about to add the second one.
  static let taskInTask = ChildRole("task-in-task") { child in
    let root = AsWritten.DBRoot()
    let (adding, done) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    root.addTask {
      adding.signal()
      root.addTask { done.signal() }
    }
    adding.wait()
    let outcome = done.wait(timeout: .now() + .milliseconds(200))
    child.say(outcome == .timedOut ? "timed out" : "both tasks ran")
  }
}

extension ChildRole {
  /// Uses the realm thread's store on the main thread, after printing the thread.
  static let wrongThread = ChildRole("wrong-thread") { child in
    let root = DBRoot(.artists(in: URL(filePath: child.arguments[0])))
    let store = try root.handedOver { $0 }
    if Thread.isMainThread { child.say("main") }
    child.say("\(store.value.objects(ArtistViewModel.self).count) artists")
  }

  /// Counts a collection of the realm thread on the data manager's queue.
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
  /// Passes a value that is confined to the realm thread to another thread.
  fileprivate func handedOver<Value>(
    _ take: @escaping @Sendable (ConfinedStore) -> Value
  ) throws -> Handed<Value> {
    let taken = OneShot<Result<Handed<Value>, any Error>>()
    try addTask({ Handed(value: take($0)) }) { taken.fulfill($0) }
    return try taken.wait().get()
  }
}

/// Hides a confined value from the compiler's checks, for a mistake that some pages show.
struct Handed<Value>: @unchecked Sendable {
  // Unchecked because pages show a mistake that the compiler would reject.
  let value: Value
}
