/// What the exercise ReplayBuffer asks of a learner's type.
public protocol LearnersReplay {
  /// - Parameter size: How many values it keeps for newcomers: the last ones. 0 keeps none; it is never negative.
  init(size: Int)

  /// Sends a signal to whoever listens.
  func on(_ signal: Signal)

  /// Tells what is kept, oldest first, and listens from then on. The subject may call the observer until the closure
  /// that it gives back is called.
  func subscribe(_ observer: @escaping (Signal) -> Void) -> () -> Void
}
