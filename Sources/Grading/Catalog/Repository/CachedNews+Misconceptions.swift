extension Misconception {
  static let ofCachedNews = [
    Misconception(
      "asks-only-when-nothing-is-stored",
      help:
        "Something was stored, and the server was not asked. Such a cache shows the same list "
        + "for ever: what should follow when a reader has been told the stored news?"
    ) { difference in
      difference.isReading && !difference.hasHad("read ", "store damaged")
        && difference.lacking == ["server: asked"]
    },
    Misconception(
      "every-reader-asks",
      help: "The server was asked again while an answer was already on its way. How can a reader "
        + "that comes meanwhile find out, and where does it wait for that answer?"
    ) { difference in
      difference.isReading && difference.actual == difference.expected + ["server: asked"]
    },
    Misconception(
      "an-unsaved-list-is-lost",
      help: "The server had answered, the store could not save it, and a reader was not told the "
        + "news. Is there a list that could be shown? Then tell the problem beside it."
    ) { difference in
      difference.hasHad("store refuses") && difference.lastStep.hasPrefix("server answers")
        && difference.lacking.contains { $0.contains(": news") }
    },
    Misconception(
      "an-empty-list-is-nothing",
      help: "The server has no news, and that was saved: an empty list is a list. How does the "
        + "store tell it from a list that was never saved?"
    ) { difference in
      difference.lacking.contains { $0.contains("news none") || $0 == "store: saves none" }
    },
  ]
}

extension Difference {
  fileprivate var isReading: Bool { lastVerb == "read" }
}
