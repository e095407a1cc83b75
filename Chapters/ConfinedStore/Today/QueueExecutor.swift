import Dispatch

/// An executor for what insists on a queue.
final class QueueExecutor: SerialExecutor {
  let queue = DispatchQueue(label: "artists")

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
  }
}

/// Something that may be used on its queue only.
actor Shelf {
  private let executor = QueueExecutor()
  private var artists: [Artist] = []

  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  func put(_ artist: Artist) -> [Artist] {
    dispatchPrecondition(condition: .onQueue(executor.queue))
    artists.append(artist)
    return artists
  }
}
