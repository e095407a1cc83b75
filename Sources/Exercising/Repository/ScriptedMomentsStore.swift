/// Keeps moments: `store holds 1 2-liked` puts them there, as an earlier start of the app would have.
///
/// Each save is an event: `store: saves 1-liked 2-liked`.
final class ScriptedMomentsStore: MomentsStore {
  var events: Events?
  private var stored: [Moment]?

  func take(_ step: Step) throws(SceneFailure) {
    guard try step.argument(0) == "holds" else { throw step.unknown }
    stored = try step.moments(from: 1)
  }

  func readMoments() -> [Moment]? { stored }

  func save(_ moments: [Moment]) {
    events?("store: saves \(moments.listed)")
    stored = moments
  }
}
