/// A chain over two logged providers: `begin ann bob` (main, underlying; `empty` for none), `get`, `set cid`, `has`.
///
/// What the chain does with the providers is told: `main.get -> ann`, `underlying.set cid`. `outside underlying dan` is
/// a change by another program, and with `meanwhile main underlying dan` it comes right after the next writing of main.
/// `full main` lets the next writing fail, `unreadable underlying` the next reading. `listen taylor` adds a handler,
/// `listen taylor reading` one that reads. `look` tells what is in both, and `forget` lets go of the chain.
public struct ChainScene<Chain: LearnersChain>: Scene {
  private var stage: ChainStage?

  public init() {}

  public mutating func take(_ step: Step, _ events: Events) throws(SceneFailure) {
    if step.verb == "begin" {
      let values = [try step.argument(0), try step.argument(1)]
      stage = ChainStage(["main", "underlying"], values: values, events) { providers in
        Chain(main: providers[0], underlying: providers[1])
      }
      return
    }
    guard let stage else { throw SceneFailure("“\(step)” comes before “begin”") }
    try stage.take(step)
  }
}
