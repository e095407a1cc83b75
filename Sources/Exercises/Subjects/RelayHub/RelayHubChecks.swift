internal import Exercising

extension Exercise {
  static let relayHub: Exercise = .init(
    "RelayHub", chapter: "Subjects", title: "One hub, many topics, and no end",
    solution: { HubScene<RelayHub>() },
    checks: [
      Check("A value reaches the listeners of its topic, and no others", points: 1) { random in
        let people = random.people(3)
        let values = random.values(6)
        let topics = random.topics(3)
        Script(
          random.crowd("listener").map { "listen \($0) \(topics[0])" },
          ["send \(topics[0]) \(values[0])"])
        Script(
          "listen \(people[0]) \(topics[0])", "listen \(people[1]) \(topics[1])",
          "listen \(people[2]) \(topics[0])", "send \(topics[0]) \(values[0])",
          "send \(topics[1]) \(values[1])", "send \(topics[2]) \(values[2])",
          "send \(topics[0]) \(values[3])", "send \(topics[1]) \(values[4])",
          "send \(topics[1]) \(values[4])", "send \(topics[0]) \(values[5])")
        Script(
          "listen \(people[0]) \(topics[0])", "listen \(people[0]) \(topics[1])",
          "listen \(people[1]) \(topics[1])", "send \(topics[1]) \(values[0])",
          "send \(topics[0]) \(values[1])", "send \(topics[1]) \(values[2])")
      },
      Check("A new listener first receives the latest value of its topic", points: 1, needs: [1]) {
        random in
        let people = random.people(3)
        let values = random.values(6)
        let topics = random.topics(3)
        Script(
          "send \(topics[0]) \(values[0])", "send \(topics[0]) \(values[1])",
          "send \(topics[1]) \(values[2])", "listen \(people[0]) \(topics[0])",
          "listen \(people[1]) \(topics[2])", "listen \(people[1]) \(topics[1])",
          "send \(topics[2]) \(values[3])", "send \(topics[0]) \(values[4])",
          "listen \(people[2]) \(topics[2])", "listen \(people[2]) \(topics[0])",
          "send \(topics[0]) \(values[5])")
      },
      Check("A removed listener receives nothing more of its topic", points: 1, needs: [2]) {
        random in
        let people = random.people(3)
        let values = random.values(5)
        let topics = random.topics(2)
        let leaving = people.shuffled(using: &random)
        Script(
          people.map { "listen \($0) \(topics[0])" } + [
            "listen \(leaving[0]) \(topics[1])", "send \(topics[0]) \(values[0])",
            "leave \(leaving[0]) \(topics[0])", "leave \(leaving[0]) \(topics[0])",
            "send \(topics[0]) \(values[1])",
            "send \(topics[1]) \(values[2])", "leave \(leaving[1]) \(topics[0])",
            "leave \(leaving[2]) \(topics[0])", "send \(topics[0]) \(values[3])",
            "listen \(leaving[1]) \(topics[0])", "send \(topics[0]) \(values[4])",
            "leave \(leaving[1]) \(topics[0])", "listen \(leaving[2]) \(topics[0])",
          ])
      },
      Check(
        "A bound source sends to its topics, and its end ends nothing else", points: 1, needs: [2]
      ) { random in
        let ends = ["complete radio", "fail radio \(random.one(of: "lost", "late"))"]
        let topic = random.topics(1)[0]
        let people = random.people(2)
        let values = random.values(3)
        Script(
          "listen \(people[0]) \(topic)", "bind radio \(topic)", "bind paper \(topic)",
          "send \(topic) \(values[0])", "emit radio \(values[1])", "unbind paper \(topic)",
          "listen \(people[1]) \(topic)", "emit radio \(values[2])")
        for end in ends {
          let people = random.people(3)
          let values = random.values(6)
          let topics = random.topics(2)
          Script(
            "listen \(people[0]) \(topics[0])", "bind radio \(topics[0])",
            "bind radio \(topics[1])", "bind paper \(topics[0])", "emit radio \(values[0])", end,
            "listen \(people[1]) \(topics[0])", "emit paper \(values[1])",
            "send \(topics[0]) \(values[2])", "listen \(people[2]) \(topics[1])",
            "bind radio \(topics[1])", "send \(topics[1]) \(values[3])", "bind paper \(topics[1])",
            "unbind paper \(topics[0])", "emit paper \(values[4])",
            "listen \(people[1]) \(topics[1])", "unbind paper \(topics[1])",
            "emit paper \(values[5])")
        }
      },
      Check("Listeners send, join and leave while a value is delivered", points: 1, needs: [3]) {
        random in
        let people = random.people(4)
        let values = random.values(3)
        let topics = random.topics(2)
        let (topic, other) = (topics[0], topics[1])
        let sends = values.map { "send \(topic) \($0)" }
        Script(
          "listen \(people[0]) \(topic) sending \(other) \(values[2])",
          "listen \(people[1]) \(other)", "listen \(people[2]) \(topic)", sends[0], sends[1])
        Script(
          "listen \(people[0]) \(topic) sending \(topic) \(values[2])",
          "listen \(people[1]) \(topic)", sends[0], "listen \(people[2]) \(topic)", sends[1])
        Script(
          "listen \(people[0]) \(topic)", sends[0],
          "listen \(people[1]) \(topic) sending \(topic) \(values[2])", sends[1])
        Script(
          "listen \(people[0]) \(topic) leaving",
          "listen \(people[1]) \(topic) inviting \(people[3])", "listen \(people[2]) \(topic)",
          sends[0], sends[1])
        Script(
          "listen \(people[0]) \(topic)", "listen \(people[1]) \(topic) dropping \(people[2])",
          "listen \(people[2]) \(topic)", "listen \(people[3]) \(topic)", sends[0], sends[1])
      },
    ],
    misconceptions: Misconception.ofRelayHub,
    notes: notesOfObservers.merging([
      "emit": "makes that source send the value to the topics to which it is bound.",
      "leave": "calls the closure that `listen` returned; a later step may call it again.",
      "unbind": "calls the closure that `bind` returned; a later step may call it again.",
    ]) { $1 })
}

extension SeededGenerator {
  fileprivate mutating func topics(_ count: Int) -> [String] {
    Array(["weather", "traffic", "sport", "music"].shuffled(using: &self).prefix(count))
  }
}

extension Misconception {
  static let ofRelayHub: [Misconception] = [
    Misconception(
      "topics-mix",
      "A listener received a value of another topic. How does the hub find, when a "
        + "value comes, the listeners and the latest value of its topic?"
    ) { difference in
      difference.unexpected.contains { difference.isOfAnotherTopic($0) }
    },
    Misconception(
      "a-source-ends-the-topic",
      "A source ended, and after that a listener missed a value. Which of the three "
        + "signals of a source may a relay pass on, and what is left to do for the "
        + "others?"
    ) { difference in
      difference.hasEarlierStep("complete ", "fail ") && !difference.missing.isEmpty
    },
    Misconception(
      "new-listeners-miss-the-latest-value",
      "A new listener did not receive the latest value of its topic. It may have to "
        + "wait long for the next one: what does a hub have to keep of each topic?"
    ) { difference in
      difference.lastVerb == "listen" && !difference.expected.isEmpty && difference.actual.isEmpty
        && !difference.hasEarlierStep("leave ")
    },
    Misconception(
      "still-calls-removed-listeners",
      "A removed listener received a value. When the closure that ends a subscription "
        + "has returned, nothing more may arrive, not even a value that is on its way."
    ) { difference in
      difference.unexpected.contains { difference.isToRemovedListener($0) }
    },
    .keepsNoOrder,
  ]
}

extension Difference {
  /// The words of `ann receives weather 7`.
  private func words(_ event: String) -> [String] {
    let words = event.split(separator: " ").map(String.init)
    return words.count == 4 ? words : []
  }

  fileprivate func isOfAnotherTopic(_ event: String) -> Bool {
    let (words, step) = (words(event), lastStep.split(separator: " ").map(String.init))
    guard words.count == 4, step.count > 2 else { return false }
    let topic = words[2]
    switch step[0] {
    case "send":
      return !step.contains { $0 == topic } && step.count == 3
        && !steps.contains { $0.contains(" sending \(topic) ") }
    case "listen":
      // The value was sent, but not to this topic.
      return steps.contains { $0.hasPrefix("send ") && $0.hasSuffix(" \(words[3])") }
        && !steps.contains("send \(topic) \(words[3])")
    default: return false
    }
  }

  fileprivate func isToRemovedListener(_ event: String) -> Bool {
    let words = words(event)
    guard words.count == 4 else { return false }
    let last = steps.last { step in
      step == "leave \(words[0]) \(words[2])" || step.hasSuffix(" dropping \(words[0])")
        || step.hasPrefix("listen \(words[0]) \(words[2])")
    }
    let wasDropped = steps.contains { $0.hasSuffix(" dropping \(words[0])") }
    return wasDropped || last?.hasPrefix("leave") == true
  }
}
