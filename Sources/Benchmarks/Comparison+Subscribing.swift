import MiniRx

extension Comparison {
  /// Subscribing and disposing, compared with appending to an array under a lock and removing the last element.
  static let subscribing: [Comparison] = [
    subscription(others: 0), subscription(others: 1000), flatness, crowd,
  ]

  private static func subscription(others: Int) -> Comparison {
    Comparison(
      name: "subscribe and dispose beside \(others)", reference: "append and remove", limit: 9
    ) {
      (subscribingAndDisposing(others: others), appendingAndRemoving(others: others))
    }
  }

  private static func subscribingAndDisposing(others: Int) -> Workload {
    let subject = PublishSubject<Int>()
    let sum = Sum()
    for _ in 0..<others { _ = subject.subscribe { sum.add($0) } }
    return { for _ in 0..<$0 { subject.subscribe { sum.add($0) }.dispose() } }
  }

  /// Checks that the cost does not depend on the number of observers.
  private static let flatness = Comparison(
    name: "subscribe and dispose beside 1000", reference: "the same beside 0", limit: 1.5
  ) {
    (subscribingAndDisposing(others: 1000), subscribingAndDisposing(others: 0))
  }

  /// The oldest of 1000 observers is disposed and a new one subscribes, which removes from the
  /// front of the array.
  private static let crowd = Comparison(
    name: "the oldest of 1000 leaves, one comes", reference: "append and remove", limit: 9
  ) {
    let subject = PublishSubject<Int>()
    let sum = Sum()
    var subscriptions = (0..<1000).map { _ in subject.subscribe { sum.add($0) } }
    var oldest = 0
    return (
      { repetitions in
        for _ in 0..<repetitions {
          subscriptions[oldest].dispose()
          subscriptions[oldest] = subject.subscribe { sum.add($0) }
          oldest = (oldest + 1) % subscriptions.count
        }
      },
      appendingAndRemoving(others: 999)
    )
  }

  private static func appendingAndRemoving(others: Int) -> Workload {
    let loop = BareLoop<Int>()
    let sum = Sum()
    for _ in 0..<others { loop.append { sum.add($0) } }
    return {
      for _ in 0..<$0 {
        loop.append { sum.add($0) }
        loop.removeLast()
      }
    }
  }
}
