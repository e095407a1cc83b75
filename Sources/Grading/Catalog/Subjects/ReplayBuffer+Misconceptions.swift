extension Misconception {
  static let ofReplayBuffer = [
    Misconception(
      "newest-first",
      help: "A newcomer was told the right values in the wrong order. It should hear the past as "
        + "those heard it who were there: which value came first?"
    ) { difference in
      difference.isSubscribing && difference.actual.count > 1
        && difference.actual == difference.expected.reversed()
        && !difference.steps.contains { $0.contains(" sending ") }
    },
    Misconception(
      "keeps-one-too-many",
      help: "A newcomer was told one value more than the subject may keep. Count what is kept "
        + "right after a value came: is it ever more than the size?"
    ) { difference in
      difference.isSubscribing && !difference.actual.isEmpty
        && Array(difference.actual.dropFirst()) == difference.expected
    },
    Misconception(
      "keeps-the-first-values",
      help:
        "A newcomer was told values from the beginning, and newer ones were missing. When the "
        + "buffer is full and a value comes, which one has to go?"
    ) { difference in
      let oldest = difference.sentValues.prefix(difference.expected.count)
      return difference.isSubscribing && !oldest.isEmpty
        && difference.actual.map(\.heard) == oldest.map { "next(\($0))" }
    },
    Misconception(
      "ends-without-the-past",
      help: "Somebody subscribed after the end and was told the end alone. That is right for two "
        + "of the three subjects; what does the third one still tell, and before what?"
    ) { difference in
      difference.isSubscribing && difference.expected.count > 1
        && difference.actual == Array(difference.expected.suffix(1))
        && !difference.actual.contains { $0.heard.hasPrefix("next") }
    },
    Misconception(
      "tells-the-present-twice",
      help:
        "Somebody came while a value was being told, and heard it twice: once as the past and "
        + "once as the present. Who was listening when that value was sent?"
    ) { difference in
      difference.lastVerb == "next" && difference.surplus.isEmpty
        && difference.actual.count > Set(difference.actual).count
    },
    Misconception(
      "the-new-overtakes-the-old",
      help: "A newcomer heard something new before it had heard all that was kept. Where can the "
        + "new one wait until the newcomer has caught up, and who tells it then?"
    ) { difference in
      ["sending", "completing"].contains { difference.lastStep.contains($0) }
        && difference.isSubscribing && difference.surplus.isEmpty && difference.lacking.isEmpty
    },
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
  fileprivate var heard: String { String(drop { $0 != " " }.dropFirst()) }
}
