extension Misconception {
  static let ofRelayHub = [
    Misconception(
      "topics-mix",
      help: "A listener heard what was meant for another topic. How does the hub know, when a "
        + "value comes, which listeners and which latest value belong to its topic?"
    ) { difference in
      difference.surplus.contains { difference.isOfAnotherTopic($0) }
    },
    Misconception(
      "a-source-ends-the-topic",
      help: "A source came to its end, and after that somebody missed a value. Which of the "
        + "three signals of a source may a relay pass on, and what is left to do for the others?"
    ) { difference in
      difference.hasHad("complete ", "fail ") && !difference.lacking.isEmpty
    },
    Misconception(
      "newcomers-wait-for-the-next",
      help: "A newcomer was not told the latest value of its topic. It may have to wait long for "
        + "the next one: what does a hub have to keep of each topic?"
    ) { difference in
      difference.lastVerb == "listen" && !difference.expected.isEmpty && difference.actual.isEmpty
    },
    Misconception(
      "still-tells-those-who-left",
      help: "Somebody who had left was told a value. When the closure that ends a subscription "
        + "has returned, nothing more may arrive, not even a value that is on its way."
    ) { difference in
      difference.surplus.contains { difference.isToSomebodyWhoLeft($0) }
    },
  ]
}

extension Difference {
  /// The words of `ann hears weather 7`.
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
      // A value that was sent, and not to this topic.
      return steps.contains { $0.hasPrefix("send ") && $0.hasSuffix(" \(words[3])") }
        && !steps.contains("send \(topic) \(words[3])")
    default: return false
    }
  }

  fileprivate func isToSomebodyWhoLeft(_ event: String) -> Bool {
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
