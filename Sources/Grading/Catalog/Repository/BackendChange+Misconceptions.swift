extension Misconception {
  static let ofBackendChange = [
    Misconception(
      "names-only-the-last-key",
      help: "The missing value was named without the way to it. In a nested answer a key alone "
        + "does not say where to look: what does the decoder's error know besides the key?"
    ) { difference in
      zip(difference.expected, difference.actual).contains { expected, actual in
        guard let (wanted, given) = (expected.path, actual.path) as? (String, String) else {
          return false
        }
        return wanted.hasSuffix(".\(given)")
      }
    },
    Misconception(
      "every-failure-is-one",
      help:
        "The answer was JSON, and a value in it was missing or of another kind; what was told "
        + "is that nothing could be read. Which of the decoder's errors say more than that?"
    ) { difference in
      difference.lacking.contains { $0.path != nil }
        && difference.surplus.contains { $0.hasSuffix("no JSON") }
    },
    Misconception(
      "makes-up-what-is-missing",
      help:
        "A page showed a user although a value was missing. Somebody who sees that page cannot "
        + "tell a made-up value from a real one: what should the reading do in place of that?"
    ) { difference in
      difference.lacking.contains { $0.contains("no value at") } && difference.shows
    },
    Misconception(
      "remembers-the-first-backend",
      help: "The backend had changed, and its answer was read in the old format. Where does your "
        + "code learn which format an answer has, and how often?"
    ) { difference in
      guard let version = difference.version, !difference.surplus.isEmpty else { return false }
      let other = 3 - version
      return difference.hasHad("user \(other) ", "friends \(other) ")
        && !difference.expected.contains { $0.isFailure }
    },
  ]
}

extension String {
  /// `names.full` of `profile: no value at names.full`.
  fileprivate var path: String? {
    firstRange(of: " at ").map { String(self[$0.upperBound...]) }
  }

  fileprivate var isFailure: Bool {
    path != nil || hasSuffix("no JSON") || hasSuffix("is unknown") || contains("the server is")
  }
}

extension Difference {
  /// Whether a page showed a user.
  fileprivate var shows: Bool {
    surplus.contains { !$0.hasPrefix("server:") && !$0.isFailure }
  }

  /// The backend whose answer had to be shown.
  fileprivate var version: Int? {
    let kind = lastStep == "open profile" ? "user " : "friends "
    let answer = steps.last { $0.hasPrefix(kind) }
    return answer.flatMap { $0.split(separator: " ").dropFirst().first }.flatMap { Int($0) }
  }
}
