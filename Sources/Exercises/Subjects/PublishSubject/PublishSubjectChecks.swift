internal import Exercising

extension Exercise {
  static let publishSubject: Exercise = .init(
    "PublishSubject", chapter: "Subjects", title: "Only what comes after you subscribe",
    solution: { SubjectScene<PublishSubject>() },
    checks: [
      Check("An observer receives the signals after its subscription", points: 1) { random in
        let values = random.values(6)
        let early = Int.random(in: 1...2, using: &random)
        let observer = random.people(1)[0]
        Script(
          values[..<early].map { "next \($0)" } + ["subscribe \(observer)"]
            + values[early...].map { "next \($0)" })
      },
      Check(
        "All observers receive a signal, in the order in which they subscribed", points: 1,
        needs: [1]
      ) { random in
        let people = random.people(3)
        let values = random.values(4)
        Script(
          random.crowd("observer").map { "subscribe \($0)" }, ["next \(values[3])", "complete"])
        Script(
          "subscribe \(people[0])", "next \(values[0])", "subscribe \(people[1])",
          "subscribe \(people[2])", "next \(values[1])", "next \(values[2])", "next \(values[2])",
          "complete")
      },
      Check("A disposed observer receives nothing more", points: 1, needs: [2]) { random in
        let people = random.people(3)
        let values = random.values(4)
        // The first observer leaves, so the others move up in a list.
        Script(
          people.map { "subscribe \($0)" } + [
            "next \(values[0])", "dispose \(people[0])", "next \(values[1])",
            "dispose \(people[1])", "dispose \(people[1])", "next \(values[2])",
            "subscribe \(people[0])", "next \(values[3])", "complete",
          ])
      },
      Check(
        "Nothing follows the terminal event, which late subscribers receive", points: 1, needs: [1]
      ) { random in
        let error = "error \(random.one(of: "lost", "late", "refused"))"
        for end in ["complete", error] {
          let people = random.people(3)
          let values = random.values(3)
          Script(
            "subscribe \(people[0])", "next \(values[0])", end, "next \(values[1])",
            "subscribe \(people[1])", end == error ? "complete" : error, "dispose \(people[0])",
            "next \(values[2])", "subscribe \(people[2])", "dispose \(people[1])")
        }
      },
      Check(
        "Observers subscribe, leave, send and end the sequence while a signal is delivered",
        points: 1,
        needs: [3, 4]
      ) { random in
        let people = random.people(5)
        let values = random.values(3)
        let sends = values.map { "next \($0)" }
        let (guest, last) = (people[3], "subscribe \(people[4])")
        // There is always an observer after the one that leaves.
        let first = ["\(people[0]) leaving", "\(people[1]) inviting \(guest)"]
        Script(
          first.shuffled(using: &random).map { "subscribe \($0)" } + [last, sends[0], sends[1]] + [
            "subscribe \(people[2]) inviting \(people[0])", "complete",
          ])
        Script(
          "subscribe \(people[0])", "subscribe \(people[1]) dropping \(people[0])",
          "subscribe \(people[2])", last, sends[0], sends[1],
          "subscribe \(guest) sending \(values[2])", "complete")
        Script(
          "subscribe \(people[0])", "subscribe \(people[1]) dropping \(people[2])",
          "subscribe \(people[2])", last, sends[0], sends[1])
        Script(
          "subscribe \(people[0])", "subscribe \(people[1]) completing", "subscribe \(people[2])",
          sends[0], last, sends[1])
        Script(
          "subscribe \(people[0])", "subscribe \(people[1]) sending \(values[1])",
          "subscribe \(people[2])", sends[0])
        Script(
          "subscribe \(people[0])", "subscribe \(people[1]) dropping \(people[2])",
          "subscribe \(people[2])", last, random.one(of: "complete", "error lost"))
      },
    ],
    misconceptions: [
      Misconception(
        "replays-to-late-subscribers",
        "A subscriber received a signal that had been sent before its subscription. "
          + "Which of the three subjects keep values for late subscribers, and which keeps "
          + "none?"
      ) { difference in
        difference.isSubscribing && difference.expected.isEmpty
          && difference.actual.contains { event in
            difference.steps.contains { step in
              step.hasPrefix("next ") && event.hasSuffix(" next(\(step.dropFirst(5)))")
            }
          }
      },
      Misconception(
        "late-subscribers-wait-forever",
        "An observer subscribed after the terminal event and received nothing. It would wait "
          + "forever: what must a subject keep, so that a late subscriber receives the terminal "
          + "event?"
      ) { difference in
        difference.isSubscribing && !difference.expected.isEmpty && difference.actual.isEmpty
      },
      Misconception(
        "emits-after-the-terminal-event",
        "An observer received something after `completed` or `error`. The grammar of a "
          + "sequence is `next* (error | completed)?`: where in your code is the place that "
          + "closes it?"
      ) { difference in
        difference.isSending && difference.expected.isEmpty && !difference.actual.isEmpty
          && difference.hasEnded
      },
      Misconception(
        "sends-on-a-queue",
        "`on` returned before an observer had received the signal. Does your subject call its observers "
          + "itself, or does a queue or a task call them later, perhaps after the next signal?"
      ) { difference in
        difference.isSending && !difference.hasEnded && !difference.expected.isEmpty
          && difference.actual.isEmpty && !difference.hasEarlierStep("dispose ")
      },
      .keepsNoOrder,
    ], notes: notesOfObservers)

  /// Notes about the unusual steps of observers and listeners. Each one acts once.
  static let notesOfObservers = [
    "dispose": "calls the closure that `subscribe` returned; a later step may call it again.",
    "… completing": "is an observer that completes the sequence while it receives for the first "
      + "time.",
    "… dropping": "is an observer that removes the named one while it receives for the first time.",
    "… inviting": "is an observer that adds the named one while it receives for the first time.",
    "… leaving": "is an observer that removes itself while it receives for the first time.",
    "… sending": "is an observer that sends that value while it receives for the first time.",
  ]
}

extension Difference {
  fileprivate var isSubscribing: Bool { lastVerb == "subscribe" }
  fileprivate var isSending: Bool { ["next", "error", "complete"].contains(lastVerb) }
  /// Whether an end was sent before the last step.
  fileprivate var hasEnded: Bool {
    steps.dropLast().contains { $0 == "complete" || $0.hasPrefix("error ") }
  }
}
