/// The scene of CachedNews, with a meaning of `read`, which this rung's task and stub do not name.
public struct NewsShelfScene<Repository: NewsRequirements>: Scene {
  public static var forms: StepForms {
    ["read ann": "makes that reader read the news."] + NewsScene<Repository>.others
  }

  private var scene = NewsScene<Repository>()

  public init() {}

  public mutating func take(_ step: Step, _ events: Events) throws(SceneFailure) {
    try scene.take(step, events)
  }
}
