/// The requirements of the exercise Chain.
public protocol ChainRequirements: ValueProvider {
  init(main: any ValueProvider, underlying: any ValueProvider)
}

/// A chain over two logged providers: `begin blue red` (main, underlying; `empty` for none), `get`,
/// `set pink`, `has`.
///
/// Each call of a provider is an event: `main.get -> blue`, `underlying.set pink`. `outside
/// underlying grey` is a change by another program, and `meanwhile main underlying grey` makes that
/// change right after the next write of main. `full main` makes the next write fail, `unreadable
/// underlying` the next read. `listen taylor` adds a handler, and `listen taylor reading` one that
/// reads. `look` reports the values of both, and `forget` releases the chain.
public struct ChainScene<Chain: ChainRequirements>: Scene {
  private let stage = ChainStage("main", "underlying") { Chain(main: $0[0], underlying: $0[1]) }

  public init() {}

  public mutating func take(_ step: Step, _ events: Events) throws(SceneFailure) {
    try stage.take(step, events)
  }
}
