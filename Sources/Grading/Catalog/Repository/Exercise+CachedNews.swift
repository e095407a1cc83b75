internal import Exercising

extension Exercise {
  static let cachedNews = Exercise(
    "CachedNews", chapter: "Repository", title: "The stored news first, then the new",
    solution: { NewsScene<CachedNews>() },
    checks: [
      Check(
        "A reader receives the stored news, then the server's answer", points: 1,
        scripts: { generator in
          let people = generator.people(2)
          let (stored, first, second) = (generator.news(), generator.news(), generator.news())
          return [
            Script(lines: [
              "store holds \(stored)", "read \(people[0])", "server answers \(first)",
              "read \(people[1])", "server answers \(second)",
            ]),
            Script(lines: ["read \(people[0])", "server answers \(first)"]),
          ]
        }),
      Check(
        "The server's answer is saved, an empty list too", points: 1,
        needs: ["A reader receives the stored news, then the server's answer"],
        scripts: { generator in
          let people = generator.people(4)
          return [
            Script(lines: [
              "read \(people[0])", "server answers \(generator.news())", "read \(people[1])",
              "server answers", "read \(people[2])", "server answers \(generator.news())",
              "read \(people[3])",
            ]),
            Script(lines: ["read \(people[0])", "server answers", "read \(people[1])"]),
          ]
        }),
      Check(
        "A failure of the server leaves the stored news unchanged", points: 1,
        needs: ["A reader receives the stored news, then the server's answer"],
        scripts: { generator in
          let people = generator.people(3)
          let fails = "server fails \(generator.one(of: "offline", "late", "refused"))"
          return [
            Script(lines: [
              "store holds \(generator.news())", "read \(people[0])", fails, "read \(people[1])",
              fails, "read \(people[2])", "server answers \(generator.news())",
            ]),
            Script(lines: [
              "read \(people[0])", fails, "read \(people[1])", "server answers \(generator.news())",
            ]),
          ]
        }),
      Check(
        "A failure of the store hides no news", points: 1,
        needs: ["A reader receives the stored news, then the server's answer"],
        scripts: { generator in
          let people = generator.people(3)
          let stored = "store holds \(generator.news())"
          return [[stored], []].map { stored in
            Script(
              lines: stored + [
                "store refuses \(generator.one(of: "full", "locked"))", "read \(people[0])",
                "server answers \(generator.news())", "read \(people[1])",
                "server answers \(generator.news())", "read \(people[2])",
              ])
          } + [
            Script(lines: [
              "store damaged", "read \(people[0])", "server answers \(generator.news())",
              "read \(people[1])",
            ])
          ]
        }),
      Check(
        "Concurrent readers share one request", points: 1,
        needs: ["A reader receives the stored news, then the server's answer"],
        scripts: { generator in
          let people = generator.people(Int.random(in: 4...6, using: &generator))
          let reads = people.map { "read \($0)" }
          let answer = "server answers \(generator.news())"
          let fails = "server fails \(generator.one(of: "offline", "late", "refused"))"
          return [
            Script(lines: Array(reads.dropLast()) + [answer, reads[people.count - 1], fails]),
            Script(
              lines: ["store holds \(generator.news())"] + reads.dropLast(2) + [fails]
                + reads.suffix(2) + [answer]),
          ]
        }),
      Check(
        "Readers may arrive during a delivery, and the server may answer at once", points: 1,
        needs: ["Concurrent readers share one request"],
        scripts: { generator in
          let people = generator.people(4)
          let answers = [
            "server answers \(generator.news())",
            "server fails \(generator.one(of: "offline", "late", "refused"))",
          ]
          return answers.map { first in
            Script(lines: [
              "read \(people[0]) inviting \(people[1])", "read \(people[2])", first,
              "read \(people[3])", "server answers \(generator.news())",
            ])
          } + [
            Script(lines: [
              "server ready \(generator.news())", "read \(people[0])", "read \(people[1])",
              "read \(people[2])", "server answers \(generator.news())",
            ])
          ]
        }),
    ],
    misconceptions: Misconception.ofCachedNews)
}

extension SeededGenerator {
  /// One to three news, as a script has them.
  fileprivate mutating func news() -> String {
    values(Int.random(in: 1...3, using: &self)).map(String.init).joined(separator: " ")
  }
}

extension Misconception {
  static let ofCachedNews = [
    Misconception(
      "asks-only-when-nothing-is-stored",
      help:
        "Something was stored, and the server was not asked. Such a cache shows the "
        + "same list for ever: what should follow when a reader has received the stored "
        + "news?"
    ) { difference in
      difference.isReading && !difference.hasHad("read ", "store damaged")
        && difference.lacking == ["server: asked"]
    },
    Misconception(
      "every-reader-asks",
      help:
        "The server was asked again while an answer was already on its way. How can a "
        + "later reader find that out, and where does it wait for that answer?"
    ) { difference in
      difference.isReading && difference.actual == difference.expected + ["server: asked"]
    },
    Misconception(
      "an-unsaved-list-is-lost",
      help:
        "The server had answered, the store could not save it, and a reader did not "
        + "receive the news. Is there a list that could be shown? Then report the problem "
        + "beside it."
    ) { difference in
      difference.hasHad("store refuses") && difference.lastStep.hasPrefix("server answers")
        && difference.lacking.contains { $0.contains(": news") }
    },
    Misconception(
      "an-empty-list-is-nothing",
      help:
        "The server has no news, and that was saved: an empty list is a list. How does "
        + "the store distinguish it from a list that was never saved?"
    ) { difference in
      difference.lacking.contains { $0.contains("news none") || $0 == "store: saves none" }
    },
  ]
}

extension Difference {
  fileprivate var isReading: Bool { lastVerb == "read" }
}
