/// Observers of one subject: `subscribe ann`, `dispose ann`, `next 7`, `error lost`, `complete`.
///
/// What the observers tell, and what else they can do, is told at `ObservedSubject`.
public struct SubjectScene<Subject: LearnersSubject>: Scene {
  private let observed: ObservedSubject

  public init() {
    let subject = Subject()
    observed = ObservedSubject(on: subject.on, subscribe: subject.subscribe)
  }

  public mutating func take(_ step: Step, _ events: Events) throws(SceneFailure) {
    try observed.take(step, events)
  }
}
