import Concurrency
import MiniRx
import Observation
import Testing

/// `AsyncStream` instead of a subject: a buffer with one reader.
struct `A stream of today` {
  @Test
  func `gives each value to one reader`() async {
    let (stream, sender) = AsyncStream.makeStream(of: Int.self)
    for number in 1...4 { sender.yield(number) }
    sender.finish()
    let received = [await stream.prefix(1).collected(), await stream.collected()]
    #expect(received == [[1], [2, 3, 4]])
  }

  @Test(arguments: [
    (AsyncStream<Int>.Continuation.BufferingPolicy.unbounded, [1, 2, 3]),
    (.bufferingNewest(2), [2, 3]), (.bufferingOldest(2), [1, 2]), (.bufferingNewest(0), []),
  ])
  func `keeps the values that its buffering policy says`(
    policy: AsyncStream<Int>.Continuation.BufferingPolicy, kept: [Int]
  ) async {
    let (stream, sender) = AsyncStream.makeStream(of: Int.self, bufferingPolicy: policy)
    for number in 1...3 { sender.yield(number) }
    sender.finish()
    let received = await stream.collected()
    #expect(received == kept)
  }

  @Test
  func `refuses later values once it is finished`() async {
    let (stream, sender) = AsyncStream.makeStream(of: Int.self)
    sender.yield(3)
    sender.finish()
    var isRefused = false
    if case .terminated = sender.yield(4) { isRefused = true }
    let received = await stream.collected()
    #expect(isRefused)
    #expect(received == [3])
  }

  @Test
  func `throws its error once, and a late reader gets only the end`() async {
    struct Boom: Error {}
    let (stream, sender) = AsyncThrowingStream.makeStream(of: Int.self)
    sender.yield(1)
    sender.finish(throwing: Boom())
    var lines: [String] = []
    for reader in ["reader", "late"] {
      do {
        for try await number in stream { lines.append("\(reader): \(number)") }
        lines.append("\(reader): end")
      } catch {
        lines.append("\(reader): error")
      }
    }
    #expect(lines == ["reader: 1", "reader: error", "late: end"])
  }
}

/// Subjects that are observed with `for try await`.
struct `The values of a subject` {
  @Test
  func `are those that were sent after each reader subscribed`() async throws {
    let subject = PublishSubject<Int>()
    subject.onNext(1)
    let observer1 = subject.values
    subject.onNext(2)
    let observer2 = subject.values
    subject.onNext(3)
    subject.onCompleted()
    subject.onNext(4)
    let received = [try await observer1.collected(), try await observer2.collected()]
    #expect(received == [[2, 3], [3]])
  }

  @Test
  func `end with the task that reads them, and so does the subscription`() async throws {
    let subject = PublishSubject<Int>()
    let values = subject.values
    var lines = ["has observers: \(subject.hasObservers)"]
    let listener = Task { try await values.collected() }
    subject.onNext(1)
    listener.cancel()
    _ = try await listener.value
    lines.append("task cancelled")
    lines.append("has observers: \(subject.hasObservers)")
    #expect(lines == ["has observers: true", "task cancelled", "has observers: false"])
  }

  @Test
  func `end the subscription when a loop is left`() async throws {
    let subject = BehaviorSubject(value: "cached")
    let value = try await first(of: subject)
    #expect(value == "cached")
    #expect(!subject.hasObservers)
  }

  private func first<Element>(of source: some ObservableType<Element>) async throws -> Element? {
    for try await value in source.values { return value }
    return nil
  }
}

/// A screen's state as an `@Observable` property, which announces that it is about to change.
@MainActor
struct `An observed state` {
  @MainActor
  @Observable
  final class Screen {
    enum Loading {
      case loading
      case success
      case failure
    }

    var loading = Loading.loading
  }

  @Test
  func `announces a change once, and before it happens`() {
    let screen = Screen()
    let recorded = Locked<[String]>([])
    withObservationTracking {
      recorded.withLock { $0.append("looks: \(screen.loading)") }
    } onChange: {
      let current = MainActor.assumeIsolated { screen.loading }
      recorded.withLock { $0.append("change announced: still \(current)") }
    }
    screen.loading = .success
    screen.loading = .failure
    let lines = recorded.withLock { $0 } + ["looks: \(screen.loading)"]
    #expect(
      lines == ["looks: loading", "change announced: still loading", "looks: failure"])
  }

  @Test
  func `is seen by reading again after each announcement, but not every value is`() async {
    let screen = Screen()
    let (changes, announcer) = AsyncStream.makeStream(of: Void.self)
    var seen: [Screen.Loading] = []
    func look() {
      withObservationTracking {
        seen.append(screen.loading)
      } onChange: {
        announcer.yield()
      }
    }
    look()
    screen.loading = .success
    screen.loading = .failure
    for await _ in changes.prefix(1) { look() }
    #expect(seen == [.loading, .failure])
  }
}

extension ObservableType {
  /// The values for a `for try await` loop: one subscription, created by this access.
  ///
  /// The stream buffers values without limit until the loop fetches them. The subscription ends
  /// with the sequence, with the looping task, or with the last use of the stream.
  fileprivate var values: AsyncThrowingStream<Element, any Error> {
    AsyncThrowingStream { continuation in
      let subscription = subscribe { event in
        switch event {
        case .next(let element): continuation.yield(element)
        case .error(let error): continuation.finish(throwing: error)
        case .completed: continuation.finish()
        }
      }
      continuation.onTermination = { _ in subscription.dispose() }
    }
  }
}

extension AsyncSequence {
  /// All elements up to the end.
  fileprivate func collected() async throws(Failure) -> [Element] {
    var elements: [Element] = []
    var iterator = makeAsyncIterator()
    while let element = try await iterator.next(isolation: #isolation) { elements.append(element) }
    return elements
  }
}
