/// The requirements of the exercise ReplayBuffer.
public protocol ReplayRequirements {
  /// - Parameter size: The number of values that are buffered for late subscribers, 0 or more.
  init(size: Int)

  /// Sends a signal to the observers.
  func on(_ signal: Signal)

  /// Sends the observer the buffered values, oldest first. Then the observer receives the signals
  /// that follow.
  ///
  /// - Returns: A closure that removes the observer. The subject may call the observer until then.
  func subscribe(_ observer: @escaping (Signal) -> Void) -> () -> Void
}

/// Observers of one subject that buffers values.
public struct ReplayScene<Replay: ReplayRequirements>: Scene {
  public static var forms: StepForms {
    ["keep 3": "makes the subject, with that size of its buffer."] + ObservedSubject.forms
      + ["held": "reports the observers whose closures are still retained."]
  }

  private var observed: ObservedSubject?

  public init() {}

  public mutating func take(_ step: Step, _ events: Events) throws(SceneFailure) {
    if step.verb == "keep" {
      let replay = Replay(size: try step.number(0))
      observed = ObservedSubject(on: replay.on, subscribe: replay.subscribe)
    } else {
      try observed.orFail("the script does not begin with “keep”").take(step, events)
    }
  }
}
