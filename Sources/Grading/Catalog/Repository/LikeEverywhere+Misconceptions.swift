extension Misconception {
  static let ofLikeEverywhere = [
    Misconception(
      "shows-before-the-answer",
      help: "A page showed a like that the server had not answered yet. In this repository there "
        + "is one truth: along which way does a like come back to the page that sent it?"
    ) { difference in
      ["like", "unlike"].contains(difference.lastVerb) && !difference.changes.isEmpty
    },
    Misconception(
      "an-older-list-undoes-a-like",
      help: "A list was shown that had been asked for before a like was answered. Nobody knows "
        + "whether the like is in it: how can you tell, when a list comes, which was there first?"
    ) { difference in
      difference.lastVerb == "answer" && difference.hasHad("like ")
        && difference.expected.count == 1 && !difference.changes.isEmpty
    },
    Misconception(
      "failures-look-like-success",
      help: "The server failed, and the caller was not told so. Could its page show an error "
        + "label now?"
    ) { difference in
      difference.lastVerb == "fail" && difference.lacking.contains { $0.contains(": failed") }
    },
    Misconception(
      "likes-overtake-each-other",
      help: "A like was sent while another one was under way. The server may see them in either "
        + "order, and then it may end with the wrong one: where can the second one wait?"
    ) { difference in
      difference.surplus.contains { $0.hasPrefix("request ") && $0.contains("like ") }
        && difference.lacking.isEmpty
    },
  ]
}

extension Difference {
  /// What was saved or shown and should not have been.
  fileprivate var changes: [String] {
    surplus.filter { $0.hasPrefix("store: saves") || $0.contains(" shows ") }
  }
}
