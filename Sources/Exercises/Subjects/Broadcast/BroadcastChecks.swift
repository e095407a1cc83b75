internal import Exercising

extension Exercise {
  static let broadcast: Exercise = .init(
    "Broadcast", chapter: "Subjects", title: "A stream for each reader",
    solution: { BroadcastScene<Broadcast>() },
    checks: [
      Check("A reader receives the values that are sent after its stream was made", points: 1) {
        random in
        let people = random.people(2)
        let values = random.values(7)
        let keep = "keep \(Int.random(in: 4...9, using: &random))"
        Script(
          keep, "send \(values[0])", "open \(people[0])", "read \(people[0])", "send \(values[1])",
          "send \(values[2])", "send \(values[2])", "send \(values[3])")
        Script(
          keep, "send \(values[4])", "open \(people[1]) sending \(values[5])", "send \(values[6])",
          "read \(people[1])", "send \(values[0])")
      },
      Check(
        "Each of several readers receives every value, and the streams are counted", points: 1,
        needs: [1]
      ) { random in
        let people = random.people(4)
        let values = random.values(5)
        Script(
          "keep \(Int.random(in: 4...9, using: &random))", "open \(people[0])",
          "open \(people[1])", "open \(people[2])", "read \(people[0])", "read \(people[1])",
          "read \(people[2])", "send \(values[0])", "send \(values[1])", "open \(people[3])",
          "send \(values[2])", "read \(people[3])", "send \(values[3])", "streams")
      },
      Check("A stream keeps the newest unread values", points: 1, needs: [1]) { random in
        let people = random.people(2)
        for limit in [Int.random(in: 2...4, using: &random), 1] {
          let sends = random.values(2 * limit + 4).map { "send \($0)" }
          Script(
            ["keep \(limit)", "open \(people[0])"], Array(sends[..<(limit + 1)]),
            ["open \(people[1])", sends[limit + 1], "read \(people[0])", "read \(people[1])"],
            Array(sends[(limit + 2)...]))
        }
      },
      Check(
        "The end follows the unread values, and a later stream ends at once", points: 1, needs: [2]
      ) { random in
        let people = random.people(4)
        let values = random.values(5)
        Script(
          "keep \(Int.random(in: 3...9, using: &random))", "open \(people[0])", "open \(people[1])",
          "read \(people[0])", "send \(values[0])", "send \(values[1]) finishing", "streams",
          "send \(values[2])", "read \(people[1])", "open \(people[2])", "read \(people[2])",
          "finish", "open \(people[3]) sending \(values[3])", "read \(people[3])", "streams")
      },
      Check(
        "A reader that leaves is removed, the release of the broadcast is the end, and threads use "
          + "it without a data race", points: 1, needs: [2], findsRaces: true
      ) { random in
        let people = random.people(5)
        let values = random.values(4)
        let opens = people.map { "open \($0)" }
        Script(
          ["keep \(Int.random(in: 3...9, using: &random))"], opens,
          [
            "streams", "read \(people[0])", "read \(people[1]) 2", "read \(people[2])",
            "send \(values[0])", "cancel \(people[0])", "streams", "send \(values[1])", "streams",
            "drop \(people[3])", "streams", "send \(values[2])", opens[0], "read \(people[0])",
            "send \(values[3])", "streams", "forget", "read \(people[4])",
          ])
        Script(
          "keep 2", "threads \(Int.random(in: 20...40, using: &random))", "streams",
          "pairs \(Int.random(in: 2...9, using: &random))")
      },
    ],
    misconceptions: Misconception.ofBroadcast, runsInTasks: true,
    notes: [
      "cancel": "cancels the task of that reader.",
      "threads": "makes two threads open streams, send and release streams at the same time.",
      "drop": "releases the stream of that reader, who has not read it.",
      "forget": "releases the broadcast.",
      "keep": "makes a broadcast whose streams keep that many unread values.",
      "open": "makes a stream for that reader, who does not read yet.",
      "pairs":
        "makes one thread call a member, and then another thread one of them, on a new broadcast.",
      "streams": "reports `streamCount`.",
      "… finishing": "ends all streams right after it has sent.",
      "… sending": "sends that value right after the stream was made.",
    ])
}

extension Misconception {
  static let ofBroadcast: [Misconception] = [
    Misconception(
      "readers-share-one-stream",
      "Several readers waited, and a value reached only the first of them. An "
        + "`AsyncStream` is a buffer and gives each value to one reader: how many streams does a "
        + "broadcast need?"
    ) { difference in
      guard difference.lastVerb == "send", difference.expected.count > 1,
        let first = difference.words(of: "read").first
      else { return false }
      return difference.actual.count == 1 && difference.actual[0].hasPrefix("\(first) receives")
    },
    Misconception(
      "joins-in-a-task",
      "A value that was sent directly after `values()` had returned did not reach the new "
        + "stream. At which moment does the new stream join the others, and which code may run "
        + "before that?"
    ) { difference in
      difference.lastVerb == "read"
        && difference.steps.contains { step in
          let words = step.split(separator: " ")
          return words.count == 4 && words[0] == "open"
            && difference.missing == ["\(words[1]) receives \(words[3])"]
        }
    },
    Misconception(
      "never-removes-a-stream",
      "A reader had left, and its stream is still counted. For each value it costs time, and "
        + "its buffer costs memory: what reports to a sender that nothing reads a stream any more?"
    ) { difference in
      guard difference.lastStep == "streams", let expected = difference.expected.first?.count(),
        let actual = difference.actual.first?.count()
      else { return false }
      return actual > expected && difference.hasEarlierStep("cancel ")
    },
    Misconception(
      "keeps-every-unread-value",
      "A slow reader received more than the newest unread values. A stream that keeps all of "
        + "them grows without a limit while nothing reads it: which buffering policy does it have?"
    ) { difference in
      difference.lastVerb == "read" && difference.actual.count > difference.expected.count
        && difference.actual.suffix(difference.expected.count) == difference.expected[...]
        && difference.unexpected.allSatisfy { line in
          difference.sent(after: "open \(difference.lastStep.dropFirst(5))").contains(line)
        }
    },
  ]
}

extension Difference {
  /// The first arguments of the steps with this verb.
  fileprivate func words(of verb: String) -> [Substring] {
    steps.filter { $0.hasPrefix(verb + " ") }.map { $0.split(separator: " ")[1] }
  }

  /// The values sent after a step, as events of the last step's reader.
  fileprivate func sent(after step: String) -> [String] {
    let reader = lastStep.split(separator: " ")[1]
    return steps.drop { $0 != step }.filter { $0.hasPrefix("send ") }
      .map { "\(reader) receives \($0.split(separator: " ")[1])" }
  }
}

extension String {
  /// The number in `streams: 3`.
  fileprivate func count() -> Int? { split(separator: " ").last.flatMap { Int($0) } }
}
