/// Observers of one subject that keeps values: `keep 3` makes it, then everything goes as with `ObservedSubject`.
public struct ReplayScene<Replay: LearnersReplay>: Scene {
  private var observed: ObservedSubject?

  public init() {}

  public mutating func take(_ step: Step, _ events: Events) throws(SceneFailure) {
    if step.verb == "keep" {
      let replay = Replay(size: try step.number(0))
      observed = ObservedSubject(on: replay.on, subscribe: replay.subscribe)
    } else {
      guard let observed else { throw SceneFailure("the script does not begin with “keep”") }
      try observed.take(step, events)
    }
  }
}
