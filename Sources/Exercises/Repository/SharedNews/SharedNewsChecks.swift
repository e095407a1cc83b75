internal import Exercising

extension Exercise {
  static let sharedNews: Exercise = .init(
    "SharedNews", chapter: "Repository", title: "An actor between two suspensions",
    solution: SharedNewsScene<SharedNews>.self,
    checks: [
      Check("News in memory needs no request, even during a reload") { random in
        let cast = random.cast(.people)
        cast.script(
          "read ann; answer 1 \(random.news()); read bob; reload cid; read dan",
          "answer 2 \(random.news()); read ann; reload bob; answer 3; read cid")
        cast.script("read ann; answer 1; read bob; reload cid")
      },
      Check("Calls that need the server share one request", needs: [1]) { random in
        random.cast(.people).script(
          "read ann; read bob; read cid; reload dan; answer 1 \(random.news()); read jake",
          "reload taylor; reload ann; answer 2 \(random.news()); read bob")
      },
      Check(
        "An error reaches the calls that wait for it, and leaves the news in memory", needs: [2]
      ) { random in
        random.cast(.people).script(
          "read ann; read bob; fail 1 \(random.problem()); read cid; answer 2 \(random.news())",
          "reload dan; fail 3 \(random.problem()); read ann; reload bob; answer 4 \(random.news())",
          "read cid")
      },
      Check("An answer to a request from before `forget` is not kept", needs: [2]) { random in
        let cast = random.cast(.people)
        cast.script(
          "read ann; answer 1 \(random.news()); forget; read bob; forget; read cid",
          "answer 3 \(random.news()); answer 2 \(random.news()); read dan")
        for late in ["answer 1 \(random.news())", "fail 1 \(random.problem())"] {
          cast.script(
            "read ann; forget; read bob; \(late); read cid; answer 2 \(random.news()); read dan")
        }
        cast.script(
          "read jake; forget; answer 1 \(random.news()); read taylor; fail 2 \(random.problem())",
          "read jake; forget; read ann; answer 4 \(random.news()); fail 3 \(random.problem())",
          "read bob")
      },
      Check("A cancelled call ends no request for which others wait", needs: [2]) { random in
        let cast = random.cast(.people)
        let leaving = random.one(of: "ann", "bob")
        cast.script(
          "read ann; read bob; cancel ann; read cid; answer 1 \(random.news()); reload \(leaving)",
          "reload dan; reload cid; cancel \(leaving); answer 2 \(random.news()); read bob")
      },
    ],
    misconceptions: [
      Misconception("every-call-sends-a-request", at: "read") { difference in
        !difference.hasEarlierStep("answer", "fail", "forget")
          && difference.missing.isEmpty && difference.unexpected == ["server: request 2"]
      },
      Misconception("a-cancelled-call-ends-the-request", at: "cancel") {
        $0.expected.isEmpty && $0.actual.has(suffix: " was cancelled")
      },
      Misconception("keeps-an-old-answer", at: "read") { difference in
        let late = difference.steps.drop { $0 != "forget" }.filter { $0.hasPrefix("answer ") }
        return difference.unexpected.contains { line in
          line.split(separator: ": news ").dropFirst().contains { late.has(suffix: " \($0)") }
        }
      },
      Misconception("keeps-a-failed-request", at: "read") {
        $0.hasEarlierStep("fail ")
          && $0.missing.has(prefix: "server: request") && $0.unexpected.has(": problem")
      },
    ], runsInTasks: true)
}
