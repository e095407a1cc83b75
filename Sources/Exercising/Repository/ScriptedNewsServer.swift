/// Answers the oldest question with `server answers 1 2` or `server fails offline`; `server ready 1 2` makes it answer
/// the next one as soon as it is asked. A list without numbers is an empty one.
///
/// Each question is an event: `server: asked`.
final class ScriptedNewsServer: NewsServer {
  private struct Question {
    let answer: (Result<[Int], DataProblem>) -> Void
  }

  var events: Events?
  private var questions: [Question] = []
  private var ready: [Int]?

  func take(_ step: Step, _ events: Events) throws(SceneFailure) {
    self.events = events
    switch try step.argument(0) {
    case "answers": answer(.success(try step.numbers(from: 1)))
    case "fails": answer(.failure(DataProblem(try step.argument(1))))
    case "ready": ready = try step.numbers(from: 1)
    default: throw step.unknown
    }
  }

  func requestNews(_ answer: @escaping (Result<[Int], DataProblem>) -> Void) {
    events?("server: asked")
    questions.append(Question(answer: answer))
    guard let news = ready else { return }
    ready = nil
    self.answer(.success(news))
  }

  private func answer(_ result: Result<[Int], DataProblem>) {
    guard !questions.isEmpty else {
      events?("server: nobody waits for an answer")
      return
    }
    questions.removeFirst().answer(result)
  }
}

extension Step {
  /// The arguments from a place on, as numbers; there may be none.
  func numbers(from place: Int) throws(SceneFailure) -> [Int] {
    var numbers: [Int] = []
    for place in arguments.indices.dropFirst(place) { numbers.append(try number(place)) }
    return numbers
  }
}
