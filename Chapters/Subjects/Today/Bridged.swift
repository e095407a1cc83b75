import MiniRx

/// Subjects that are observed with `for try await`, through ``ObservableType/values``.
enum Bridged {
  /// The scene of `publish-subject`: each loop has its own subscription and buffer.
  static func publishSubject() async throws -> [[Int]] {
    let subject = PublishSubject<Int>()
    subject.onNext(1)
    let observer1 = subject.values
    subject.onNext(2)
    let observer2 = subject.values
    subject.onNext(3)
    subject.onCompleted()
    subject.onNext(4)
    return [try await observer1.collected(), try await observer2.collected()]
  }

  /// The scene of `dispose-bag`: the looping task takes the role of the bag.
  static func task() async throws -> [String] {
    let subject = PublishSubject<Int>()
    let values = subject.values
    var lines = ["has observers: \(subject.hasObservers)"]
    let listener = Task { try await values.collected() }
    subject.onNext(1)
    listener.cancel()
    _ = try await listener.value
    lines.append("task cancelled")
    lines.append("has observers: \(subject.hasObservers)")
    return lines
  }

  /// A loop that ends after one value: the subscription ends with the stream.
  static func oneValue() async throws -> [String] {
    let subject = BehaviorSubject(value: "cached")
    let value = try await first(of: subject)
    return ["first value: \(value ?? "none")", "has observers: \(subject.hasObservers)"]
  }

  private static func first<Element>(
    of source: some ObservableType<Element>
  ) async throws -> Element? {
    for try await value in source.values { return value }
    return nil
  }
}
