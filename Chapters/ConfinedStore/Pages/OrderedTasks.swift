import Concurrency
import ThreadConfinement
import Workbook

extension Page {
  static let orderedTasks = Page(
    "ordered-tasks", "Many callers, one thread: is an update lost?",
    drawnAs: .lanes
  ) { transcript in
    let scratch = try ScratchFolder()
    let root = DBRoot(ConfinedStore.Configuration(file: scratch.file, schema: [Tally.self]))
    let queue = DataManagerQueue()
    let seen = Locked(Seen())

    let count = try await transcript.concurrently {
      try await withThrowingTaskGroup(of: Void.self) { callers in
        for tasks in [["a", "b"], ["c", "d"], ["e"]] {
          callers.addTask(executorPreference: queue) {
            seen.withLock { $0.queues.append(DataManagerQueue.currentLabel ?? "another") }
            for task in tasks {
              let place = try root.addTask {
                seen.withLock {
                  $0.run.append(task)
                  $0.threads.insert(StoreThread.name ?? "another")
                }
                try Tally.countOne(in: $0)
                transcript.record(.commit, "\(try $0.version)", to: DBRoot.threadName)
              } completion: { outcome in
                if case .failure(let error) = outcome {
                  seen.withLock { $0.failures.append(error) }
                }
              }
              transcript.record(.send, "addTask \(place)", to: DBRoot.threadName)
              seen.withLock { $0.added[place] = task }
            }
          }
        }
        try await callers.waitForAll()
      }
      return try await root.run { Tally.count(in: $0) }
    }
    await root.leave()

    let found = seen.withLock { $0 }
    if let failure = found.failures.first { throw failure }
    let added = found.added.sorted { $0.key < $1.key }.map(\.value)
    transcript.line("\(added.count) tasks added by \(found.queues.count) callers")
    transcript.line("order run equals order added: \(found.run == added)")
    transcript.line("task threads: \(found.threads.sorted().joined(separator: ", "))")
    transcript.line("callers' queue: \(Set(found.queues).sorted().joined(separator: ", "))")
    transcript.line("lost updates \(added.count - count)")
  }
}

private struct Seen {
  var queues: [String] = []
  var added: [Int: String] = [:]
  var run: [String] = []
  var threads: Set<String> = []
  /// The errors of tasks. A failed task has not counted, which is not a lost update.
  var failures: [any Error] = []
}

/// A stored counter. Concurrent increments would lose updates.
private struct Tally: ConfinedObject {
  var id = 1
  var count = 0
  static let columns = [Column("id", \Tally.id), Column("count", \.count)]

  /// Reads the number, then writes the next one in a separate transaction.
  static func countOne(in store: ConfinedStore) throws {
    let next = count(in: store) + 1
    try store.write { _ = try store.add(Tally(count: next), update: .modified) }
  }

  static func count(in store: ConfinedStore) -> Int {
    store.object(ofType: Tally.self, forPrimaryKey: 1)?.count ?? 0
  }
}
