import MiniRx

extension ObservableType {
  /// The values for a `for try await` loop: one subscription, created by this access.
  ///
  /// The stream buffers values without limit until the loop fetches them. The subscription ends
  /// with the sequence, with the looping task, or with the last use of the stream.
  var values: AsyncThrowingStream<Element, any Error> {
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
  func collected() async throws(Failure) -> [Element] {
    var elements: [Element] = []
    var iterator = makeAsyncIterator()
    while let element = try await iterator.next(isolation: #isolation) { elements.append(element) }
    return elements
  }
}
