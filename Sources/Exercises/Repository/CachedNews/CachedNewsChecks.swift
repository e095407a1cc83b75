internal import Exercising

extension Exercise {
  static let cachedNews: Exercise = .init(
    "CachedNews", chapter: "Repository", title: "The stored news first, then the new",
    solution: { NewsScene<CachedNews>() },
    checks: [
      Check("A reader receives the stored news, then the server's answer", points: 1) { random in
        let people = random.people(2)
        let (stored, first, second) = (random.news(), random.news(), random.news())
        Script(
          "store holds \(stored)", "read \(people[0])", "server answers \(first)",
          "read \(people[1])", "server answers \(second)")
        Script("read \(people[0])", "server answers \(first)")
      },
      Check("The server's answer is saved, even an empty list", points: 1, needs: [1]) { random in
        let people = random.people(4)
        let answer = "server answers \(random.news())"
        Script(
          "read \(people[0])", "server answers \(random.news())", "read \(people[1])",
          "server answers", "read \(people[2])", answer, "read \(people[3])", answer)
        Script("read \(people[0])", "server answers", "read \(people[1])")
      },
      Check(
        "A failure of the server or the store hides no news, and changes none", points: 1,
        needs: [1]
      ) { random in
        do {
          let people = random.people(3)
          let fails = "server fails \(random.problem())"
          Script(
            "store holds \(random.news())", "read \(people[0])", fails, "read \(people[1])", fails,
            "read \(people[2])", "server answers \(random.news())")
          Script("read \(people[0])", fails, "read \(people[1])", "server answers \(random.news())")
        }
        do {
          let people = random.people(3)
          for stored in [["store holds \(random.news())"], []] {
            Script(
              stored,
              [
                "store refuses \(random.one(of: "full", "locked"))", "read \(people[0])",
                "server answers \(random.news())", "read \(people[1])",
                "server answers \(random.news())", "read \(people[2])",
              ])
          }
          Script(
            "store damaged", "read \(people[0])", "server answers \(random.news())",
            "read \(people[1])")
        }
      },
      Check("Concurrent readers share one request", points: 1, needs: [1]) { random in
        let people = random.people(Int.random(in: 4...6, using: &random))
        let reads = people.map { "read \($0)" }
        let answer = "server answers \(random.news())"
        let fails = "server fails \(random.problem())"
        Script(random.crowd("reader").map { "read \($0)" }, [answer])
        Script(Array(reads.dropLast()), [answer, reads[people.count - 1], fails])
        Script(
          ["store holds \(random.news())"], Array(reads.dropLast(2)), [fails],
          Array(reads.suffix(2)), [answer])
      },
      Check(
        "Readers may arrive during a delivery, and the server may answer at once", points: 1,
        needs: [2, 3, 4]
      ) { random in
        let people = random.people(5)
        for first in ["server answers \(random.news())", "server fails \(random.problem())"] {
          Script(
            "read \(people[0]) inviting \(people[1])", "read \(people[2])", first,
            "read \(people[3]) inviting \(people[4])", "server answers \(random.news())")
        }
        Script(
          "server ready", "read \(people[0])", "read \(people[1])", "read \(people[2])",
          "store refuses full", "server answers \(random.news())")
      },
    ],
    misconceptions: Misconception.ofCachedNews,
    notes: [
      "… damaged": "makes the stored list unreadable until the next save.",
      "… inviting": "is a reader that makes the named one read while it receives its first event.",
      "… ready": "makes the server answer the next request before that call returns.",
      "… refuses": "makes the next save fail.",
    ])
}

extension SeededGenerator {
  /// One to three news, in the format of a script.
  fileprivate mutating func news() -> String {
    values(Int.random(in: 1...3, using: &self)).map(String.init).joined(separator: " ")
  }
}

extension Misconception {
  static let ofCachedNews: [Misconception] = [
    Misconception(
      "requests-only-without-stored-news",
      "Something was stored, and the server was not asked. Such a cache shows the "
        + "same list forever: what should follow when a reader has received the stored "
        + "news?"
    ) { difference in
      difference.isReading && !difference.hasEarlierStep("read ", "store damaged")
        && difference.missing == ["server: asked"]
    },
    Misconception(
      "every-reader-sends-a-request",
      "The server was asked again while an answer was already on its way. How can a "
        + "later reader find that out, and where does it wait for that answer?"
    ) { difference in
      difference.isReading && difference.actual == difference.expected + ["server: asked"]
    },
    Misconception(
      "an-unsaved-list-is-lost",
      "The server had answered, the store could not save it, and a reader did not "
        + "receive the news. Is there a list that could be shown? Then report the problem "
        + "beside it."
    ) { difference in
      difference.hasEarlierStep("store refuses") && difference.lastStep.hasPrefix("server answers")
        && difference.missing.contains { $0.contains(": news") }
        && !difference.actual.contains { $0.contains(": news") }
    },
    Misconception(
      "an-empty-list-is-missing",
      "The server has no news, and that was saved: an empty list is a list. How does "
        + "the store distinguish it from a list that was never saved?"
    ) { difference in
      difference.missing.contains { $0.contains("news none") || $0 == "store: saves none" }
        && !difference.actual.contains("store: saves none")
    },
    .keepsNoOrder,
  ]
}

extension Difference {
  fileprivate var isReading: Bool { lastVerb == "read" }
}
