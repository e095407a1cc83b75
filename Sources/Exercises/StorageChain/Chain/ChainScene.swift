/// The requirements of the exercise Chain.
public protocol ChainRequirements: ValueProvider {
  init(main: any ValueProvider, underlying: any ValueProvider)
}

/// A chain over two logged providers, main and underlying.
public struct ChainScene<Chain: ChainRequirements>: Scene {
  public static var forms: StepForms { ChainStage.forms("main", "underlying") }

  private let stage = ChainStage("main", "underlying") { Chain(main: $0[0], underlying: $0[1]) }

  public init() {}

  public mutating func take(_ step: Step, _ events: Events) throws(SceneFailure) {
    try stage.take(step, events)
  }
}
