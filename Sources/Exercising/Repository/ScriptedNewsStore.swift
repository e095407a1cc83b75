/// Keeps news: `store holds 1 2` puts them there, as an earlier start of the app would have, `store damaged` makes what
/// is there unreadable until the next save, and `store refuses full` makes the next save fail.
///
/// Each save is an event: `store: saves 1 2`, `store: refuses 1 2`.
final class ScriptedNewsStore: NewsStore {
  var events: Events?
  private var stored: Result<[Int]?, DataProblem> = .success(nil)
  private var refusal: DataProblem?

  func take(_ step: Step, _ events: Events) throws(SceneFailure) {
    switch try step.argument(0) {
    case "holds": stored = .success(try step.numbers(from: 1))
    case "damaged": stored = .failure(DataProblem("damaged"))
    case "refuses": refusal = DataProblem(try step.argument(1))
    default: throw step.unknown
    }
  }

  func readNews() throws(DataProblem) -> [Int]? { try stored.get() }

  func save(_ news: [Int]) throws(DataProblem) {
    if let refusal {
      self.refusal = nil
      events?("store: refuses \(news.listed)")
      throw refusal
    }
    events?("store: saves \(news.listed)")
    stored = .success(news)
  }
}
