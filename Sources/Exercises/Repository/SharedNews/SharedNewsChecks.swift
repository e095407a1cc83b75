internal import Exercising

extension Exercise {
  static let sharedNews: Exercise = .init(
    "SharedNews", chapter: "Repository", title: "An actor between two suspensions",
    solution: { SharedNewsScene<SharedNews>() },
    checks: [
      Check("News in memory needs no request, even during a reload", points: 1) { random in
        let people = random.people(4)
        Script(
          "read \(people[0])", "answer 1 \(random.news())", "read \(people[1])",
          "reload \(people[2])", "read \(people[3])", "answer 2 \(random.news())",
          "read \(people[0])", "reload \(people[1])", "answer 3", "read \(people[2])")
        Script("read \(people[0])", "answer 1", "read \(people[1])", "reload \(people[2])")
      },
      Check("Calls that need the server share one request", points: 1, needs: [1]) { random in
        let people = random.people(6)
        Script(
          people[..<3].map { "read \($0)" } + [
            "reload \(people[3])", "answer 1 \(random.news())", "read \(people[4])",
            "reload \(people[5])", "reload \(people[0])", "answer 2 \(random.news())",
            "read \(people[1])",
          ])
      },
      Check(
        "An error reaches the calls that wait for it, and leaves the news in memory", points: 1,
        needs: [2]
      ) { random in
        let people = random.people(4)
        Script(
          "read \(people[0])", "read \(people[1])", "fail 1 \(random.problem())",
          "read \(people[2])", "answer 2 \(random.news())", "reload \(people[3])",
          "fail 3 \(random.problem())", "read \(people[0])", "reload \(people[1])",
          "answer 4 \(random.news())", "read \(people[2])")
      },
      Check("An answer to a request from before `forget` is not kept", points: 1, needs: [2]) {
        random in
        let people = random.people(6)
        Script(
          "read \(people[0])", "answer 1 \(random.news())", "forget", "read \(people[1])",
          "forget", "read \(people[2])", "answer 3 \(random.news())", "answer 2 \(random.news())",
          "read \(people[3])")
        for late in ["answer 1 \(random.news())", "fail 1 \(random.problem())"] {
          Script(
            "read \(people[0])", "forget", "read \(people[1])", late, "read \(people[2])",
            "answer 2 \(random.news())", "read \(people[3])")
        }
        Script(
          "read \(people[4])", "forget", "answer 1 \(random.news())", "read \(people[5])",
          "fail 2 \(random.problem())", "read \(people[4])", "forget", "read \(people[0])",
          "answer 4 \(random.news())", "fail 3 \(random.problem())", "read \(people[1])")
      },
      Check("A cancelled call ends no request for which others wait", points: 1, needs: [2]) {
        random in
        let people = random.people(4)
        let leaving = Int.random(in: 0...1, using: &random)
        Script(
          "read \(people[0])", "read \(people[1])", "cancel \(people[0])", "read \(people[2])",
          "answer 1 \(random.news())", "reload \(people[leaving])", "reload \(people[3])",
          "reload \(people[2])", "cancel \(people[leaving])", "answer 2 \(random.news())",
          "read \(people[1])")
      },
    ],
    misconceptions: Misconception.ofSharedNews, runsInTasks: true,
    notes: [
      "answer": "answers the request with that number.",
      "cancel": "cancels the task of that caller, whose outcome is not reported then.",
      "fail": "makes the request with that number fail.",
      "read": "starts a task of that caller that reads the news.",
    ])
}

extension SeededGenerator {
  /// One to three news, in the format of a script.
  fileprivate mutating func news() -> String {
    values(Int.random(in: 1...3, using: &self)).map(String.init).joined(separator: " ")
  }
}

extension Misconception {
  static let ofSharedNews: [Misconception] = [
    Misconception(
      "every-call-sends-a-request",
      "A request was under way, and another call sent a second one. While the first call waits, "
        + "the actor runs others: what could the second one find, if it were stored before the first "
        + "`await`?"
    ) { difference in
      difference.lastVerb == "read" && !difference.hasEarlierStep("answer", "fail", "forget")
        && difference.missing.isEmpty && difference.unexpected == ["server: request 2"]
    },
    Misconception(
      "a-cancelled-call-ends-the-request",
      "One call was cancelled, and with it the request for which others wait. To which of the "
        + "tasks does the request belong, and which of them is cancelled?"
    ) { difference in
      difference.lastVerb == "cancel" && difference.expected.isEmpty
        && difference.actual.contains { $0.hasSuffix(" was cancelled") }
    },
    Misconception(
      "keeps-an-old-answer",
      "The answer to a request from before `forget` was kept: the next user saw it. `forget` ran "
        + "while the request waited. How can the code behind the `await` notice that?"
    ) { difference in
      difference.lastVerb == "read"
        && difference.unexpected.contains { line in
          guard let news = line.split(separator: ": news ").last else { return false }
          return difference.answersToForgottenRequests.contains { $0.hasSuffix(" \(news)") }
        }
    },
    Misconception(
      "keeps-a-failed-request",
      "A request had failed, and the next call received its error without a new request. Until "
        + "when may a call join a request, and what removes it?"
    ) { difference in
      difference.lastVerb == "read" && difference.hasEarlierStep("fail ")
        && difference.missing.contains { $0.hasPrefix("server: request") }
        && difference.unexpected.contains { $0.contains(": problem") }
    },
  ]
}

extension Difference {
  /// The responses after a `forget` to requests before it.
  fileprivate var answersToForgottenRequests: [String] {
    var (sent, forgotten) = (0, 0)
    var answers: [String] = []
    var isUnderWay = false
    for step in steps.dropLast() {
      switch step.prefix(while: { $0 != " " }) {
      case "forget": (forgotten, isUnderWay) = (sent, false)
      case "read", "reload":
        if !isUnderWay { (sent, isUnderWay) = (sent + 1, true) }
      case "answer":
        if let number = Int(step.split(separator: " ")[1]), number <= forgotten {
          answers.append(step)
        }
      default: break
      }
    }
    return answers
  }
}
