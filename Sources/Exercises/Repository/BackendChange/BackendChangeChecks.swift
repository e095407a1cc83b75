internal import Exercising

extension Exercise {
  static let backendChange: Exercise = .init(
    "BackendChange", chapter: "Repository", title: "Two formats, one user for screens",
    solution: UsersScene<BackendChange>.self,
    checks: [
      Check("The users of both backends are shown in the same way") { random in
        for (version, again) in [(1, "open profile"), (2, "")] {
          let (first, second) = (random.user(), random.user(named: #"Zo\u00eb"#))
          Script(
            first.answer(version), "open profile", second.answer(version), "open profile", again)
        }
      },
      Check("Friends are read from both backends, even an empty list") { random in
        for version in [1, 2] {
          let count = Int.random(in: 2...4, using: &random)
          let friends = (0..<count).map { _ in random.user() }
          let many = (0..<8).map { _ in random.user() }
          Script(many.answer(version), "open friends")
          Script(
            friends.answer(version), "open friends", [SentUser]().answer(version), "open friends",
            friends.reversed().answer(version), "open friends")
        }
      },
      Check("A missing value is named by its path", needs: [2]) { random in
        for version in [2, 1] {
          let friends = (0..<3).map { _ in random.user() }
          let place = Int.random(in: 0...2, using: &random)
          let answers = SentUser.places(version).map { path in
            friends[0].answer(version, at: path, other: Bool.random(using: &random) ? "null" : nil)
          }
          let broken = SentUser.places(version).map { path in
            friends.answer(version, place: place, at: path)
          }
          Script(
            answers.shuffled(using: &random).flatMap { [$0, "open profile"] },
            broken.shuffled(using: &random).flatMap { [$0, "open friends"] },
            version == 2 ? [#"friends 2 {"users":[]}"#, "open friends"] : [],
            [friends[0].answer(version), "open profile"])
        }
      },
      Check(
        "A value of the wrong type is named by its path, and other failures are distinguished",
        needs: [1, 2]
      ) { random in
        let user = random.user()
        let version = Int.random(in: 3...9, using: &random)
        let noJSON = random.one(of: "<html>busy</html>", #"{"name":"#, "busy")
        for version in [1, 2] {
          let number = version == 1 ? "age" : "years"
          let odd = [random.one(of: "20.5", "0.1"), random.one(of: "1e30", "99999999999999999999")]
          Script(
            user.answersOfOtherKinds(version).flatMap { [$0, "open profile"] },
            odd.flatMap { [user.answer(version, at: number, other: $0), "open profile"] },
            [odd[0], "[]"].flatMap {
              [[user, user].answer(version, place: 1, at: number, other: $0), "open friends"]
            },
            version == 2 ? [#"friends 2 {"friends":{}}"#, "open friends"] : [])
        }
        Script(
          "user \(Int.random(in: 1...2, using: &random)) \(noJSON)", "open profile",
          user.answer(1).replacing("user 1", with: "user \(version)"), "open profile",
          "friends \(version) []", "open friends",
          "server fails \(random.one(of: "offline", "late"))", "open profile",
          "open friends", user.answer(2), "open profile")
      },
      Check("The backend may change between two answers", needs: [1, 2]) { random in
        let users = (0..<3).map { _ in random.user() }
        for versions in [[1, 2, 1], [2, 1, 2]].shuffled(using: &random) {
          Script(
            versions.flatMap { version in
              [
                users[version].answer(version), "open profile", users.answer(3 - version),
                "open friends",
              ]
            })
        }
      },
    ],
    misconceptions: [
      Misconception("names-only-the-last-key") { difference in
        zip(difference.expected, difference.actual).contains { expected, actual in
          guard let wanted = expected.path, let given = actual.path else { return false }
          return wanted.hasSuffix(".\(given)") && Int(wanted.dropLast(given.count + 1)) == nil
        }
      },
      Misconception("does-not-distinguish-failures") {
        $0.missing.has("no value at") && $0.unexpected.has(suffix: "not JSON")
      },
      Misconception("a-number-that-does-not-fit-is-not-json") {
        ($0.missing.has(suffix: " wrong kind at age")
          || $0.missing.has(suffix: " wrong kind at years"))
          && $0.unexpected.has(suffix: "not JSON") && !$0.steps.suffix(2).has("[]")
      },
      Misconception("invents-missing-values") {
        $0.lastStep == "open profile" && $0.shows && $0.missing.has("no value at")
      },
      Misconception("caches-the-first-version") { difference in
        difference.steps.has(" 1 ") && difference.steps.has(" 2 ")
          && difference.unexpected.contains { $0.path != nil }
          && !difference.expected.contains { $0.isFailure }
      },
    ])
}

extension String {
  /// `names.full` of `profile: no value at names.full`.
  fileprivate var path: String? { firstRange(of: " at ").map { String(self[$0.upperBound...]) } }

  fileprivate var isFailure: Bool {
    path != nil || hasSuffix("not JSON") || hasSuffix("is unknown") || contains("the server is")
  }
}

extension Difference {
  /// Whether a screen showed a user.
  fileprivate var shows: Bool { unexpected.contains { !$0.hasPrefix("server:") && !$0.isFailure } }
}
