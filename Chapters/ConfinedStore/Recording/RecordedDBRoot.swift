import ThreadConfinement
import Workbook

/// Records a page's calls of a root and its tasks' uses of the store. The calls are messages to the
/// root's thread, because the page continues while a task waits.
struct RecordedDBRoot: Sendable {
  let base: DBRoot
  fileprivate let transcript: Transcript
  fileprivate let recordsMessages: Bool
  fileprivate let fileID: String

  typealias StoreTask<Value> = @Sendable (RecordedStore) throws -> Value

  func run<Value: Sendable>(
    line: Int = #line, isolation: isolated (any Actor)? = #isolation,
    _ task: @escaping StoreTask<Value>
  ) async throws -> Value {
    message("run", line)
    return try await base.run(recording(task))
  }

  func begin<Value: Sendable>(
    line: Int = #line, _ task: @escaping StoreTask<Value>
  ) throws(DBRoot.Left) -> DBRoot.Pending<Value> {
    message("begin", line)
    return try base.begin(recording(task))
  }

  @discardableResult
  func addTask<Value: Sendable>(
    line: Int = #line, _ task: @escaping StoreTask<Value>,
    completion: @escaping @Sendable (Result<Value, any Error>) -> Void
  ) throws(DBRoot.Left) -> Int {
    message("addTask", line)
    return try base.addTask(recording(task), completion: completion)
  }

  func leave(line: Int = #line, isolation: isolated (any Actor)? = #isolation) async {
    message("leave", line)
    await base.leave()
  }

  /// The task with a recorded store. The returned closure does not retain the root.
  private func recording<Value>(
    _ task: @escaping StoreTask<Value>
  ) -> @Sendable (ConfinedStore) throws -> Value {
    { [transcript, fileID] store in
      try task(RecordedStore(store, as: DBRoot.threadName, in: transcript, fileID: fileID))
    }
  }

  private func message(_ text: String, _ line: Int) {
    guard recordsMessages else { return }
    transcript.record(.send, text, to: DBRoot.threadName, fileID: fileID, line: line)
  }
}

extension DBRoot {
  /// This root with its calls and its tasks' uses of the store recorded. `recordsMessages` is false
  /// if the thread delivers notifications after a task: the order of these and the page's next call
  /// would vary.
  func recorded(
    in transcript: Transcript, recordsMessages: Bool = true, fileID: String = #fileID
  ) -> RecordedDBRoot {
    RecordedDBRoot(
      base: self, transcript: transcript, recordsMessages: recordsMessages, fileID: fileID)
  }
}
