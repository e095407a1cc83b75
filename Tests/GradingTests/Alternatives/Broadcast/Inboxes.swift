import Concurrency
import Exercising

/// Each stream takes its values from an inbox. Releasing the inbox removes the stream.
final class Broadcast: BroadcastRequirements {
  private struct Members {
    var inboxes: [ObjectIdentifier: Weak] = [:]
    var hasEnded = false
  }

  private struct Weak {
    weak var inbox: Inbox?
  }

  private let limit: Int
  private let members = Locked(Members())

  init(keeping limit: Int) { self.limit = limit }

  deinit { finish() }

  var streamCount: Int { inboxes.count { !$0.isClosed } }

  private var inboxes: [Inbox] {
    members.withLock { $0.inboxes.values.compactMap(\.inbox) }
  }

  func values() -> AsyncStream<Int> {
    let inbox = Inbox(limit)
    let hasEnded = members.withLock { members in
      members.inboxes = members.inboxes.filter { $0.value.inbox != nil }
      members.inboxes[ObjectIdentifier(inbox)] = Weak(inbox: inbox)
      return members.hasEnded
    }
    if hasEnded { inbox.close() }
    return AsyncStream {
      await inbox.next()
    } onCancel: { [weak inbox] in
      inbox?.close()
    }
  }

  func send(_ value: Int) { inboxes.forEach { $0.put(value) } }

  func finish() {
    members.withLock { $0.hasEnded = true }
    inboxes.forEach { $0.close() }
  }
}

private final class Inbox: Sendable {
  private struct State {
    var values: [Int] = []
    var isClosed = false
    var reader: CheckedContinuation<Int?, Never>?
  }

  private let limit: Int
  private let state = Locked(State())

  init(_ limit: Int) { self.limit = limit }

  var isClosed: Bool { state.withLock { $0.isClosed } }

  func put(_ value: Int) {
    let reader = state.withLock { state -> CheckedContinuation<Int?, Never>? in
      if state.isClosed { return nil }
      if let reader = state.reader {
        state.reader = nil
        return reader
      }
      state.values = (state.values + [value]).suffix(limit)
      return nil
    }
    reader?.resume(returning: value)
  }

  func next() async -> Int? {
    await withCheckedContinuation { reader in
      let value = state.withLock { state -> Int?? in
        if !state.values.isEmpty { return .some(state.values.removeFirst()) }
        if state.isClosed { return .some(nil) }
        state.reader = reader
        return nil
      }
      if let value { reader.resume(returning: value) }
    }
  }

  func close() {
    let reader = state.withLock { state in
      state.isClosed = true
      defer { state.reader = nil }
      return state.reader
    }
    reader?.resume(returning: nil)
  }
}
