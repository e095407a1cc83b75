internal import Exercising

extension Exercise {
  static let relayHub: Exercise = .init(
    "RelayHub", chapter: "Subjects", title: "One hub, many topics, and no end",
    solution: HubScene<RelayHub>.self,
    checks: [
      Check("A value reaches the listeners of its topic, and no others") { random in
        let cast = random.cast(.people, .values, .topics)
        cast.script(random.crowd("listener").steps { "listen \($0) weather" }, "send weather v1")
        cast.script(
          "listen ann weather; listen bob traffic; listen cid weather; send weather v1",
          "send traffic v2; send sport v3; send weather v4; send traffic v5; send traffic v5",
          "send weather v6")
        cast.script(
          "listen ann weather; listen ann traffic; listen bob traffic; send traffic v1",
          "send weather v2; send traffic v3")
      },
      Check("A new listener first receives the latest value of its topic", needs: [1]) { random in
        random.cast(.people, .values, .topics).script(
          "send weather v1; send weather v2; send traffic v3; listen ann weather; listen bob sport",
          "listen bob traffic; send sport v4; send weather v5; listen cid sport",
          "listen cid weather; send weather v6")
      },
      Check("A removed listener receives nothing more of its topic", needs: [2]) { random in
        let cast = random.cast(.people, .values, .topics)
        let leaving = ["ann", "bob", "cid"].shuffled(using: &random)
        cast.script(
          "listen ann weather; listen bob weather; listen cid weather",
          "listen \(leaving[0]) traffic; send weather v1; leave \(leaving[0]) weather",
          "leave \(leaving[0]) weather; send weather v2; send traffic v3",
          "leave \(leaving[1]) weather; leave \(leaving[2]) weather; send weather v4",
          "listen \(leaving[1]) weather; send weather v5; leave \(leaving[1]) weather",
          "listen \(leaving[2]) weather")
      },
      Check("A bound source sends to its topics, and its end ends nothing else", needs: [2]) {
        random in
        let ends = ["complete radio", "fail radio \(random.one(of: "lost", "late"))"]
        random.cast(.topics, .people, .values).script(
          "listen ann weather; bind radio weather; bind paper weather; send weather v1",
          "emit radio v2; unbind paper weather; listen bob weather; emit radio v3")
        for end in ends {
          random.cast(.people, .values, .topics).script(
            "listen ann weather; bind radio weather; bind radio traffic; bind paper weather",
            "emit radio v1; \(end); listen bob weather; emit paper v2; send weather v3",
            "listen cid traffic; bind radio traffic; send traffic v4; bind paper traffic",
            "unbind paper weather; emit paper v5; listen bob traffic; unbind paper traffic",
            "emit paper v6")
        }
      },
      Check("Listeners send, join and leave while a value is delivered", needs: [3]) { random in
        let cast = random.cast(.people, .values, .topics)
        cast.script(
          "listen ann weather sending traffic v3; listen bob traffic; listen cid weather",
          "send weather v1; send weather v2")
        cast.script(
          "listen ann weather sending weather v3; listen bob weather; send weather v1",
          "listen cid weather; send weather v2")
        cast.script(
          "listen ann weather; send weather v1; listen bob weather sending weather v3",
          "send weather v2")
        cast.script(
          "listen ann weather leaving; listen bob weather inviting dan; listen cid weather",
          "send weather v1; send weather v2")
        cast.script(
          "listen ann weather; listen bob weather dropping cid; listen cid weather",
          "listen dan weather; send weather v1; send weather v2")
      },
    ],
    misconceptions: [
      Misconception("topics-mix", at: "send", "listen") { difference in
        difference.unexpected.contains { difference.isOfAnotherTopic($0) }
      },
      Misconception("a-source-ends-the-topic") {
        $0.hasEarlierStep("complete ", "fail ") && !$0.missing.isEmpty
      },
      Misconception("new-listeners-miss-the-latest-value", at: "listen") { difference in
        !difference.expected.isEmpty && difference.actual.isEmpty
          && !difference.hasEarlierStep("leave ")
      },
      Misconception("still-calls-removed-listeners") { difference in
        difference.unexpected.contains { difference.isToRemovedListener($0) }
      },
      .keepsNoOrder,
    ])
}

extension Difference {
  /// Whether `ann receives weather 7` has a value that was sent, but not to this topic.
  fileprivate func isOfAnotherTopic(_ event: String) -> Bool {
    let words = event.split(separator: " ")
    return words.count == 4 && !steps.has(" \(words[2]) \(words[3])")
      && steps.contains { $0.hasPrefix("send ") && $0.hasSuffix(" \(words[3])") }
  }

  fileprivate func isToRemovedListener(_ event: String) -> Bool {
    let words = event.split(separator: " ")
    guard words.count == 4 else { return false }
    let last = steps.last { $0.contains(" \(words[0]) \(words[2])") }
    return steps.has(suffix: " dropping \(words[0])") || last?.hasPrefix("leave") == true
  }
}
