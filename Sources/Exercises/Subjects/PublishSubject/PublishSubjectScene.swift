/// The requirements of the exercise PublishSubject.
public protocol SubjectRequirements {
  init()

  /// Sends a signal to the observers.
  func on(_ signal: Signal)

  /// Adds an observer, which receives the signals that follow.
  ///
  /// - Returns: A closure that removes the observer. The subject may call the observer until then.
  func subscribe(_ observer: @escaping (Signal) -> Void) -> () -> Void
}

/// Observers of one subject.
public struct SubjectScene<Subject: SubjectRequirements>: Scene {
  public static var forms: StepForms { ObservedSubject.forms }

  private let observed: ObservedSubject

  public init() {
    let subject = Subject()
    observed = ObservedSubject(on: subject.on, subscribe: subject.subscribe)
  }

  public mutating func take(_ step: Step, _ events: Events) throws(SceneFailure) {
    try observed.take(step, events)
  }
}
