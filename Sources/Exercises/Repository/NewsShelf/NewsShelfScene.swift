/// The scene of CachedNews, whose step `read` neither task nor stub of this rung names.
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
