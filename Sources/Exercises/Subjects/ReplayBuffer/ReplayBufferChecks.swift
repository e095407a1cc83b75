internal import Exercising

extension Exercise {
  static let replayBuffer: Exercise = .init(
    "ReplayBuffer", chapter: "Subjects", title: "The last few values come first",
    solution: { ReplayScene<ReplayBuffer>() },
    checks: [
      Check("A subscriber first receives the buffered values, oldest first", points: 1) { random in
        do {
          let size = Int.random(in: 2...4, using: &random)
          let sends = random.values(3).map { "next \($0)" }
          Script(
            ["keep 1", sends[0]], random.crowd("observer").map { "subscribe \($0)" },
            Array(sends[1...]))
          for size in [size, 1, size + 1] {
            let values = random.values(2 * size + 2).map { "next \($0)" }
            let people = random.people(3).map { "subscribe \($0)" }
            // A buffer that is not full, a buffer that has dropped one value, and one that has
            // dropped all.
            Script(
              ["keep \(size)"], Array(values[..<(size - 1)]), [people[0]],
              Array(values[(size - 1)...size]), [people[1]], Array(values[(size + 1)...]),
              [people[2]])
          }
        }
        do {
          let people = random.people(3).map { "subscribe \($0)" }
          let values = random.values(3).map { "next \($0)" }
          Script(
            "keep 0", values[0], people[0], values[1], people[1], values[2], "complete", people[2])
        }
      },
      Check(
        "A new signal reaches all observers, in the order in which they subscribed", points: 1,
        needs: [1]
      ) { random in
        let people = random.people(3).map { "subscribe \($0)" }
        let values = random.values(4).map { "next \($0)" }
        Script(
          "keep \(Int.random(in: 1...3, using: &random))", people[0], values[0], people[1],
          people[2], values[1], values[2], values[2], values[3], "complete")
      },
      Check(
        "A late subscriber receives the buffered values, then the terminal event", points: 1,
        needs: [1]
      ) { random in
        let error = "error \(random.one(of: "lost", "late", "refused"))"
        for end in ["complete", error] {
          let size = Int.random(in: 1...3, using: &random)
          let people = random.people(3).map { "subscribe \($0)" }
          let values = random.values(size + 2).map { "next \($0)" }
          Script(
            ["keep \(size)", people[0]], Array(values[...size]), [end, people[1]],
            [values[size + 1], end == error ? "complete" : error, people[2]])
        }
      },
      Check("A disposed observer receives nothing more, and is released", points: 1, needs: [2]) {
        random in
        let people = random.people(4)
        let leaving = people.prefix(3).shuffled(using: &random)
        let values = random.values(4).map { "next \($0)" }
        Script(
          ["keep 2"], people.prefix(3).map { "subscribe \($0)" },
          [
            "held", values[0], "dispose \(leaving[0])", values[1], "held",
            "dispose \(leaving[1])", "dispose \(leaving[1])", values[2], "held",
            "subscribe \(leaving[0])", values[3], "complete", "dispose \(leaving[2])",
            "dispose \(leaving[0])", "held",
          ])
        Script(
          ["keep 2", "subscribe \(people[0]) leaving", "subscribe \(people[1])"], values, ["held"])
      },
      Check(
        "Observers subscribe, leave, send and end the sequence during a delivery",
        points: 1, needs: [2, 3]
      ) { random in
        let people = random.people(4)
        let values = random.values(6)
        let size = Int.random(in: 2...3, using: &random)
        let begin =
          ["keep \(size)", "subscribe \(people[0])"] + values[..<3].map { "next \($0)" }
        let late = "subscribe \(people[3])"
        let sends = "sending \(values[3]) \(values[5])"
        Script(begin, ["subscribe \(people[1]) \(sends)", "next \(values[4])", late])
        Script(begin, ["subscribe \(people[1]) completing", "next \(values[4])", late])
        Script(begin, ["subscribe \(people[1]) inviting \(people[2])"])
        Script(
          "keep \(size)", "subscribe \(people[0]) inviting \(people[2])",
          "subscribe \(people[1])", "next \(values[1])", "next \(values[2])", late)
        Script(
          "keep 1", "subscribe \(people[0]) sending \(values[0])",
          "subscribe \(people[1]) inviting \(people[2])", "next \(values[1])", late,
          "next \(values[2])")
        Script(
          "keep \(size)", "subscribe \(people[0]) inviting \(people[2])",
          "subscribe \(people[1]) sending \(values[0])", "complete", late)
        for act in ["completing", "dropping \(people[0])", "dropping \(people[2])"] {
          Script(
            "keep \(size)", "subscribe \(people[0])", "subscribe \(people[1]) \(act)",
            "subscribe \(people[2])", "next \(values[0])", late, "next \(values[1])")
        }
      },
    ],
    misconceptions: Misconception.ofReplayBuffer,
    notes: notesOfObservers.merging([
      "held": "reports the observers whose closures are still retained.",
      "keep": "makes the subject, with that size of its buffer.",
    ]) { $1 })
}

extension Misconception {
  static let ofReplayBuffer: [Misconception] = [
    Misconception(
      "newest-first",
      "A subscriber received the right values in the wrong order. It should receive the past "
        + "values in the order in which they were sent: which value came first?"
    ) { difference in
      difference.isSubscribing && difference.actual.count > 1
        && difference.actual == difference.expected.reversed()
        && !difference.steps.contains { $0.contains(" sending ") }
    },
    Misconception(
      "keeps-one-too-many",
      "A subscriber received one value more than the subject may keep. Count the buffered "
        + "values right after a value has arrived: are there ever more than the size?"
    ) { difference in
      difference.isSubscribing && !difference.actual.isEmpty
        && Array(difference.actual.dropFirst()) == difference.expected
    },
    Misconception(
      "keeps-the-first-values",
      "A subscriber received values from the beginning, and newer ones were missing. "
        + "When the buffer is full and a value comes, which one has to be removed?"
    ) { difference in
      let oldest = difference.sentValues.prefix(difference.expected.count)
      return difference.isSubscribing && !oldest.isEmpty
        && difference.actual.map(\.receivedEvent) == oldest.map { "next(\($0))" }
    },
    Misconception(
      "ends-without-the-buffered-values",
      "An observer subscribed after the terminal event and received that event alone. "
        + "That is right for two of the three subjects; what does the third one send "
        + "first?"
    ) { difference in
      difference.isSubscribing && difference.expected.count > 1
        && difference.actual == Array(difference.expected.suffix(1))
        && !difference.actual.contains { $0.receivedEvent.hasPrefix("next") }
    },
    Misconception(
      "delivers-the-current-value-twice",
      "An observer subscribed while a value was delivered, and received it twice: as the past "
        + "and as a new value. Which observers had subscribed when that value was sent?"
    ) { difference in
      difference.lastVerb == "next" && difference.unexpected.isEmpty
        && difference.actual.count > Set(difference.actual).count
    },
    Misconception(
      "new-signals-overtake-buffered-ones",
      "A subscriber received a new signal before all of the buffered values. Where "
        + "can the new one wait until the subscriber has caught up, and which call "
        + "delivers it then?"
    ) { difference in
      ["sending", "completing"].contains { difference.lastStep.contains($0) }
        && difference.isSubscribing && difference.unexpected.isEmpty && difference.missing.isEmpty
    },
    .keepsNoOrder,
  ]
}

extension Difference {
  fileprivate var isSubscribing: Bool { lastVerb == "subscribe" }
  fileprivate var sentValues: [String] {
    steps.filter { $0.hasPrefix("next ") }.map { String($0.dropFirst("next ".count)) }
  }
}

extension String {
  /// The event that an observer received: `next(7)` of `ann next(7)`.
  fileprivate var receivedEvent: String { String(drop { $0 != " " }.dropFirst()) }
}
