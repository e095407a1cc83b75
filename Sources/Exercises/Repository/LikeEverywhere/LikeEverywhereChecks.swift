internal import Exercising

extension Exercise {
  static let likeEverywhere: Exercise = .init(
    "LikeEverywhere", chapter: "Repository", title: "One like, and every screen shows it",
    solution: { MomentsScene<LikeEverywhere>() },
    checks: [
      Check(
        "Open screens receive each timeline that is saved; a late screen receives the latest at once",
        points: 1
      ) { random in
        let screens = random.screens()
        let timeline = random.timeline()
        let liked = timeline.liking(1)
        Script(
          random.crowd("screen").map { "open \($0)" },
          ["load \(screens[0])", "answer 1 \(timeline)"])
        Script(
          "store holds \(timeline)", "open \(screens[0])", "open \(screens[1])",
          "load \(screens[1])",
          "answer 1 \(liked)", "open \(screens[2])", "close \(screens[1])", "close \(screens[1])",
          "load \(screens[0])", "answer 2 \(timeline)", "open \(screens[1])")
        Script(
          "open \(screens[0])", "load \(screens[0])", "open \(screens[1])", "answer 1 \(timeline)",
          "load \(screens[2])", "answer 2", "open \(screens[2])")
      },
      Check("A like shows on all screens when the server has answered", points: 1, needs: [1]) {
        random in
        let screens = random.screens()
        let timeline = random.timeline()
        let number = timeline.numbers[0]
        Script(
          ["store holds \(timeline)"] + screens.map { "open \($0)" } + [
            "like \(screens[1]) \(number)", "answer 1 \(timeline.liking(0))",
            "like \(screens[2]) \(timeline.numbers[1])",
            "answer 2 \(timeline.liking(0).liking(1))",
            "unlike \(screens[0]) \(number)", "close \(screens[1])",
            "answer 3 \(timeline.liking(1))", "open \(screens[1])",
          ])
      },
      Check("A failure changes nothing and is reported to the caller", points: 1, needs: [1]) {
        random in
        let screens = random.screens()
        let timeline = random.timeline()
        let (like, problem) = ("like \(screens[1]) \(timeline.numbers[0])", random.problem())
        Script(
          ["store holds \(timeline)", "open \(screens[0])", "open \(screens[1])", like] + [
            "fail 1 \(problem)", "open \(screens[2])", "load \(screens[0])",
            "fail 2 \(random.problem())", like, "answer 3 \(timeline.liking(0))",
          ])
      },
      Check(
        "A list that was requested before a like, or before a newer list, is dropped", points: 1,
        needs: [1, 2]
      ) { random in
        do {
          let screens = random.screens()
          let timeline = random.timeline()
          let (load, like) = ("load \(screens[0])", "like \(screens[1]) \(timeline.numbers[0])")
          let (old, new) = ("\(timeline)", "\(timeline.liking(0))")
          let both = "\(timeline.liking(0).liking(1))"
          for steps in [
            [load, like, "answer 2 \(new)", "answer 1 \(old)", load, "answer 3 \(both)"],
            [like, load, "answer 1 \(new)", "answer 2 \(old)", load, "answer 3 \(both)"],
            [load, like, "answer 1 \(old)", "answer 2 \(new)"],
            [load, like, "fail 2 \(random.problem())", "answer 1 \(both)"],
            [like, load, "answer 2 \(both)", "answer 1 \(new)"],
          ] {
            Script(["open \(screens[0])", "open \(screens[1])"] + steps)
          }
        }
        do {
          let screens = random.screens()
          let timeline = random.timeline()
          let loads = ["open \(screens[0])"] + screens.map { "load \($0)" }
          let answers = (1...3).map { "answer \($0) \(timeline.liking($0 - 1))" }
          for order in [[2, 1, 3], [3, 1, 2], [1, 2, 3], [1, 3, 2]] {
            Script(loads + order.map { answers[$0 - 1] } + ["open \(screens[1])"])
          }
        }
      },
      Check("Likes are sent one after the other", points: 1, needs: [2]) { random in
        let screens = random.screens()
        let timeline = random.timeline()
        let numbers = timeline.numbers
        Script(
          random.values(8).map { "like \(screens[0]) \($0)" } + (1...8).map { "answer \($0)" })
        Script(
          "open \(screens[0])", "like \(screens[0]) \(numbers[0])",
          "unlike \(screens[1]) \(numbers[0])",
          "like \(screens[2]) \(numbers[1])", "answer 1 \(timeline.liking(0))",
          "fail 2 \(random.problem())", "like \(screens[0]) \(numbers[2])",
          "like \(screens[2]) \(numbers[2])", "answer 3 \(timeline.liking(0).liking(1))",
          "fail 4 \(random.problem())",
          "like \(screens[1]) \(numbers[2])")
        Script(
          "open \(screens[0])", "like \(screens[0]) \(numbers[0])",
          "open \(screens[1]) liking \(numbers[1])", "load \(screens[2])",
          "answer 1 \(timeline.liking(0))", "answer 3 \(timeline.liking(0).liking(1))",
          "answer 2 \(timeline)")
      },
    ],
    misconceptions: Misconception.ofLikeEverywhere,
    notes: [
      "… liking": "is a screen that likes while it receives its first list.",
      "answer": "answers the request with that number.",
      "close": "calls the closure that `observe` returned.",
      "fail": "makes the request with that number fail.",
      "unlike": "requests the removal of a like.",
    ])
}

/// Three moments, in the format of a script: `3 7-liked 8`.
private struct Timeline: CustomStringConvertible {
  let numbers: [Int]
  private var liked: Set<Int> = []

  init(_ numbers: [Int]) {
    self.numbers = numbers
  }

  func liking(_ place: Int) -> Timeline {
    var timeline = self
    timeline.liked.insert(place)
    return timeline
  }

  var description: String {
    numbers.enumerated().map { liked.contains($0) ? "\($1)-liked" : "\($1)" }
      .joined(separator: " ")
  }
}

extension SeededGenerator {
  fileprivate mutating func timeline() -> Timeline { Timeline(values(3)) }

  fileprivate mutating func screens() -> [String] {
    ["timeline", "detail", "profile"].shuffled(using: &self)
  }
}

extension Misconception {
  static let ofLikeEverywhere: [Misconception] = [
    Misconception(
      "shows-before-the-answer",
      "A screen showed a like that the server had not answered yet. This repository has one "
        + "truth: by which path does a like come back to the screen that sent it?"
    ) { difference in
      ["like", "unlike"].contains(difference.lastVerb) && !difference.changes.isEmpty
    },
    Misconception(
      "an-older-list-undoes-a-like",
      "A list was shown that had been requested before a like was answered. It may "
        + "lack the like: how can you find out, when a list arrives, which of the two was "
        + "first?"
    ) { difference in
      difference.lastVerb == "answer" && difference.hasEarlierStep("like ")
        && difference.expected.count == 1 && !difference.changes.isEmpty
    },
    Misconception(
      "failures-look-like-success",
      "The server failed, and the caller received no error. Could its screen show an "
        + "error label now?"
    ) { difference in
      difference.lastVerb == "fail" && difference.missing.contains { $0.contains(": failed") }
    },
    Misconception(
      "likes-overtake-each-other",
      "A like was sent while another one was under way. The server may receive them "
        + "in either order, and may end with the wrong one: where can the second one "
        + "wait?"
    ) { difference in
      difference.unexpected.contains { $0.hasPrefix("request ") && $0.contains("like ") }
        && difference.missing.isEmpty
    },
    .keepsNoOrder,
  ]
}

extension Difference {
  /// The unexpected saves and updates of screens.
  fileprivate var changes: [String] {
    unexpected.filter { $0.hasPrefix("store: saves") || $0.contains(" shows ") }
  }
}
