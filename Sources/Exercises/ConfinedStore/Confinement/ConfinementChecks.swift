internal import Exercising

private let wrongThread = "store accessed from incorrect thread"
private let wrongQueue = "store accessed from incorrect queue"

extension Exercise {
  static let confinement: Exercise = .init(
    "Confinement", chapter: "ConfinedStore", title: "One place only",
    solution: { ConfinementScene<Confinement>() },
    checks: [
      Check("A store can be used on the thread that made it", points: 1) { random in
        let people = random.people(4)
        let (one, other) = random.threads()
        Script(
          "thread \(one)", "thread \(other)", "open mine \(people[0]) \(one)",
          "open yours \(people[1]) \(other)", "read mine \(one)", "ask mine \(one)",
          "write mine \(people[2]) \(one)", "read yours \(other)", "ask yours \(other)",
          "write yours \(people[3]) \(other)", "read mine \(one)", "read yours \(other)")
      },
      Check("A store that is used on any other thread stops the program", points: 1, needs: [1]) {
        random in
        let people = random.people(2)
        let (one, other) = random.threads()
        let begin = [
          "thread \(one)", "thread \(other)", "open mine \(people[0]) \(one)", "read mine \(one)",
          "ask mine \(other)", "ask mine \(one)",
        ]
        let calls = ["read mine", "write mine \(people[1])", "refer mine letter"]
        for call in calls { Script(begin + ["\(call) \(other)"], crash: wrongThread) }
      },
      Check(
        "A thread is identified by its object, not by a name or number that is used again",
        points: 1, needs: [2]
      ) { random in
        let people = random.people(2)
        let (one, other) = random.threads()
        let begin = [
          "thread \(one)", "open mine \(people[0]) \(one)", "end \(one)", "thread \(other)",
          "ask mine \(other)",
        ]
        Script(
          begin + [
            "open yours \(people[1]) \(other)", "ask yours \(other)", "thread \(one)",
            "ask mine \(one)", "ask yours \(one)",
          ])
        Script(begin + ["read mine \(other)"], crash: wrongThread)
      },
      Check(
        "A store of a queue can be used in the queue's blocks, on any thread", points: 1, needs: [2]
      ) { random in
        let people = random.people(4)
        let (one, other) = random.threads()
        let begin = [
          "thread \(one)", "thread \(other)", "queue data", "queue files",
          "open mine \(people[0]) \(one) data", "open yours \(people[1]) \(one) files",
        ]
        Script(
          begin + [
            "ask mine \(one) data", "ask mine \(other) data", "read mine \(other) data",
            "write mine \(people[2]) \(one) data", "read mine \(one) data", "ask mine \(one)",
            "ask mine \(one) files", "ask yours \(other) files",
          ])
        Script(begin + ["read mine \(one) data", "read mine \(one)"], crash: wrongQueue)
        Script(begin + ["refer mine letter \(other)"], crash: wrongQueue)
        Script(
          begin + [
            "open his \(people[3]) \(one)", "ask his \(one) data", "ask his \(other) data",
            "write mine \(people[2]) \(other) files",
          ], crash: wrongQueue)
      },
      Check(
        "A reference is resolved once, without a data race, and belongs to the place where it was "
          + "resolved", points: 1, needs: [2], findsRaces: true
      ) { random in
        do {
          let people = random.people(4)
          let (one, other) = random.threads()
          Script(
            "thread \(one)", "thread \(other)", "open mine \(people[0]) \(one)",
            "refer mine letter \(one)", "write mine \(people[1]) \(one)",
            "resolve letter copy \(other)", "read copy \(other)",
            "write copy \(people[2]) \(other)",
            "read mine \(one)", "resolve letter again \(one)", "refer copy note \(other)",
            "end \(other)", "resolve note third \(one)", "read third \(one)",
            "write mine \(people[3]) \(one)", "read third \(one)", "resolve note again \(one)")
          Script(
            "thread \(one)", "open mine \(people[0]) \(one)", "race mine 200 \(one)",
            "read mine \(one)", "pairs \(people[0])")
        }
        do {
          let people = random.people(2)
          let (one, other) = random.threads()
          let begin = [
            "thread \(one)", "thread \(other)", "open mine \(people[0]) \(one)",
            "refer mine letter \(one)", "resolve letter copy \(other)",
          ]
          Script(
            begin + [
              "ask copy \(other)", "ask copy \(one)", "ask mine \(one)", "ask mine \(other)",
              "queue data", "refer mine note \(one)", "resolve note third \(other) data",
              "ask third \(one) data", "ask third \(other)", "read third \(one) data",
              "resolve note again \(one) data",
            ])
          Script(begin + ["read mine \(one)", "read copy \(one)"], crash: wrongThread)
          Script(
            begin + ["read copy \(other)", "write mine \(people[1]) \(other)"],
            crash: wrongThread)
        }
      },
    ],
    misconceptions: [
      Misconception(
        "identifies-threads-by-name",
        "A store accepted another thread that has the same name. What sets the name of a "
          + "thread, and what prevents two threads from having the same one?"
      ) { difference in
        difference.wasLetIn && !difference.has("end") && !difference.has("queue")
      },
      Misconception(
        "identifies-threads-by-number",
        "The store's thread had ended, and a new one was accepted as if it were the "
          + "same. What happens to a number, or an address, when its thread has ended?"
      ) { difference in difference.wasLetIn && difference.has("end") },
      Misconception(
        "identifies-queues-by-thread",
        "A block of the store's own queue was refused, because another thread ran it. "
          + "Does a queue have a thread? What could you store in the queue to identify its "
          + "blocks?"
      ) { difference in
        difference.isAskingOnAnotherThread
          && difference.actual.contains { $0.contains(" is not at home") }
          && difference.expected.contains { $0.contains(" is at home") }
      },
      Misconception(
        "hands-over-a-copy",
        "A name was changed on one side, and the other side still shows the old one. "
          + "What does a reference carry: the name, or a reference to it?"
      ) { difference in
        difference.lastVerb == "read" && difference.has("resolve")
      },
      Misconception(
        "resolves-again",
        "A reference was resolved a second time. It retains its target until it is resolved: "
          + "what has to happen to the target then?"
      ) { difference in
        difference.lastVerb == "resolve"
          && difference.expected.contains { $0.hasSuffix("already resolved") }
      },
    ],
    notes: [
      "ask": "reports `isHome` of that store.",
      "end": "ends that thread.",
      "open": "makes a store of that name, on that thread or for that queue.",
      "pairs":
        "makes two threads take turns to use two stores that were resolved from the same store.",
      "race": "makes two threads resolve each of the references at the same time.",
      "refer": "makes a reference to that store.",
      "resolve": "resolves the reference, which makes another store.",
    ])
}

extension Difference {
  fileprivate var isAsking: Bool { lastVerb == "ask" }

  /// Whether a queue's store is asked in a block of that queue, but was created on another thread.
  fileprivate var isAskingOnAnotherThread: Bool {
    // `ask mine screen data`, after `open mine ann loader data`.
    let asked = lastStep.split(separator: " ")
    guard isAsking, asked.count == 4 else { return false }
    return steps.contains { step in
      let words = step.split(separator: " ")
      return words.count == 5 && words[0] == "open" && words[1] == asked[1]
        && words[3] != asked[2] && words[4] == asked[3]
    }
  }

  /// Whether a store reported to be at home elsewhere.
  fileprivate var wasLetIn: Bool {
    isAsking && expected.contains { $0.contains(" is not at home") }
      && actual.contains { $0.contains(" is at home") }
  }

  fileprivate func has(_ verb: String) -> Bool { steps.contains { $0.hasPrefix("\(verb) ") } }
}

extension SeededGenerator {
  fileprivate mutating func threads() -> (String, String) {
    let names = ["loader", "screen", "writer", "cleaner"].shuffled(using: &self)
    return (names[0], names[1])
  }
}
