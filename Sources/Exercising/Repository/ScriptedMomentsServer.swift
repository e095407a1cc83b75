/// Numbers what it is asked, from 1, and answers as the script says: `answer 2 1-liked 2`, `fail 2 offline`.
///
/// Each request is an event: `request 1: moments`, `request 2: like 1`, `request 3: unlike 1`.
final class ScriptedMomentsServer: MomentsServer {
  private struct Request {
    let answer: (Result<[Moment], DataProblem>) -> Void
  }

  var events: Events?
  private var lastNumber = 0
  private var requests: [Int: Request] = [:]

  func take(_ step: Step) throws(SceneFailure) {
    let number = try step.number(0)
    switch step.verb {
    case "answer": answer(number, .success(try step.moments(from: 1)))
    case "fail": answer(number, .failure(DataProblem(try step.argument(1))))
    default: throw step.unknown
    }
  }

  func requestMoments(_ answer: @escaping (Result<[Moment], DataProblem>) -> Void) {
    keep("moments", Request(answer: answer))
  }

  func requestLike(
    _ isLiked: Bool, moment: Int, _ answer: @escaping (Result<[Moment], DataProblem>) -> Void
  ) {
    keep("\(isLiked ? "like" : "unlike") \(moment)", Request(answer: answer))
  }

  private func keep(_ wish: String, _ request: Request) {
    lastNumber += 1
    requests[lastNumber] = request
    events?("request \(lastNumber): \(wish)")
  }

  private func answer(_ number: Int, _ result: Result<[Moment], DataProblem>) {
    guard let request = requests.removeValue(forKey: number) else {
      events?("request \(number): was never sent")
      return
    }
    request.answer(result)
  }
}

extension Step {
  /// The arguments from a place on, as moments such as `1` and `2-liked`.
  func moments(from place: Int) throws(SceneFailure) -> [Moment] {
    var moments: [Moment] = []
    for argument in arguments.dropFirst(place) {
      let isLiked = argument.hasSuffix("-liked")
      guard let number = Int(isLiked ? String(argument.dropLast("-liked".count)) : argument) else {
        throw SceneFailure("“\(argument)” of the step “\(self)” is no moment")
      }
      moments.append(Moment(number, isLiked: isLiked))
    }
    return moments
  }
}
