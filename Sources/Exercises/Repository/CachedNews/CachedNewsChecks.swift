internal import Exercising

extension Exercise {
  static let cachedNews: Exercise = .init(
    "CachedNews", chapter: "Repository", title: "The stored news first, then the new",
    solution: NewsScene<CachedNews>.self,
    checks: [
      Check("A reader receives the stored news, then the server's answer") { random in
        let cast = random.cast(.people)
        let (stored, first, second) = (random.news(), random.news(), random.news())
        cast.script(
          "store holds \(stored); read ann; server answers \(first); read bob",
          "server answers \(second)")
        cast.script("read ann; server answers \(first)")
      },
      Check("The server's answer is saved, even an empty list", needs: [1]) { random in
        let cast = random.cast(.people)
        let answer = "server answers \(random.news())"
        cast.script(
          "read ann; server answers \(random.news()); read bob; server answers; read cid",
          "\(answer); read dan; \(answer)")
        cast.script("read ann; server answers; read bob")
      },
      Check("A failure of the server or the store hides no news, and changes none", needs: [1]) {
        random in
        do {
          let cast = random.cast(.people)
          let fails = "server fails \(random.problem())"
          cast.script(
            "store holds \(random.news()); read ann; \(fails); read bob; \(fails); read cid",
            "server answers \(random.news())")
          cast.script("read ann; \(fails); read bob; server answers \(random.news())")
        }
        let cast = random.cast(.people)
        for stored in ["store holds \(random.news())", ""] {
          cast.script(
            stored, "store refuses \(random.one(of: "full", "locked")); read ann",
            "server answers \(random.news()); read bob; server answers \(random.news())",
            "read cid")
        }
        cast.script("store damaged; read ann; server answers \(random.news()); read bob")
      },
      Check("Concurrent readers share one request", needs: [1]) { random in
        let people = random.people(Int.random(in: 4...6, using: &random))
        let answer = "server answers \(random.news())"
        let fails = "server fails \(random.problem())"
        let cast = Cast()
        cast.script(random.crowd("reader").steps { "read \($0)" }, answer)
        cast.script(
          people.dropLast().steps { "read \($0)" }, answer, "read \(people[people.count - 1])",
          fails)
        cast.script(
          "store holds \(random.news())", people.dropLast(2).steps { "read \($0)" }, fails,
          people.suffix(2).steps { "read \($0)" }, answer)
      },
      Check(
        "Readers may arrive during a delivery, and the server may answer at once", needs: [2, 3, 4]
      ) { random in
        let cast = random.cast(.people)
        for first in ["server answers \(random.news())", "server fails \(random.problem())"] {
          cast.script(
            "read ann inviting bob; read cid; \(first); read dan inviting jake",
            "server answers \(random.news())")
        }
        cast.script(
          "server ready; read ann; read bob; read cid; store refuses full",
          "server answers \(random.news())")
      },
    ],
    misconceptions: [
      Misconception("requests-only-without-stored-news", at: "read") { difference in
        !difference.hasEarlierStep("read ", "store damaged")
          && difference.missing == ["server: asked"]
      },
      Misconception("every-reader-sends-a-request", at: "read") {
        $0.actual == $0.expected + ["server: asked"]
      },
      Misconception("an-unsaved-list-is-lost") {
        $0.hasEarlierStep("store refuses") && $0.lastStep.hasPrefix("server answers")
          && $0.missing.has(": news") && !$0.actual.has(": news")
      },
      Misconception("an-empty-list-is-missing") { difference in
        difference.missing.contains { $0.contains("news none") || $0 == "store: saves none" }
          && !difference.actual.contains("store: saves none")
      },
      .keepsNoOrder,
    ])
}
