/// Memory over a file over a database, all three logged: `begin ann bob cid` (`empty` for none), `get`, `set dan`, `has`.
///
/// The other steps are those of ``ChainScene``; the providers are called `memory`, `file` and `database`.
public struct ThreeLevelsScene<Levels: LearnersLevels>: Scene {
  private var stage: ChainStage?

  public init() {}

  public mutating func take(_ step: Step, _ events: Events) throws(SceneFailure) {
    if step.verb == "begin" {
      let values = [try step.argument(0), try step.argument(1), try step.argument(2)]
      stage = ChainStage(["memory", "file", "database"], values: values, events) { providers in
        Levels(memory: providers[0], file: providers[1], database: providers[2])
      }
      return
    }
    guard let stage else { throw SceneFailure("“\(step)” comes before “begin”") }
    try stage.take(step)
  }
}
