extension Exercise {
  static let backendChange = Exercise(
    "BackendChange", chapter: "Repository",
    title: "Two formats, one user for the pages",
    checks: [
      Check(
        "The first backend's user is shown", points: 1,
        scripts: { generator in
          let (first, second) = (generator.user(), generator.user(named: #"Zo\u00eb"#))
          return [
            Script(lines: [
              first.answer(1), "open profile", second.answer(1), "open profile", "open profile",
            ])
          ]
        }),
      Check(
        "The second backend's user is shown in the same way", points: 1,
        scripts: { generator in
          let (first, second) = (generator.user(), generator.user(named: #"Zo\u00eb"#))
          return [
            Script(lines: [first.answer(2), "open profile", second.answer(2), "open profile"])
          ]
        }),
      Check(
        "Friends come from either", points: 1,
        scripts: { generator in
          [1, 2].map { version in
            let count = Int.random(in: 2...4, using: &generator)
            let friends = (0..<count).map { _ in generator.user() }
            return Script(lines: [
              friends.answer(version), "open friends", [SentUser]().answer(version), "open friends",
              friends.reversed().answer(version), "open friends",
            ])
          }
        }),
      Check(
        "What is missing is named, with its place", points: 2,
        needs: ["Friends come from either"],
        scripts: { generator in
          [1, 2].map { version in
            let friends = (0..<3).map { _ in generator.user() }
            let place = Int.random(in: 0...2, using: &generator)
            let answers = SentUser.places(version).map { path in
              friends[0].answer(version, without: path, leavesNull: Bool.random(using: &generator))
            }
            let broken = SentUser.places(version).map { path in
              friends.answer(version, place: place, without: path)
            }
            return Script(
              lines: answers.shuffled(using: &generator).flatMap { [$0, "open profile"] }
                + broken.shuffled(using: &generator).flatMap { [$0, "open friends"] }
                + (version == 2 ? [#"friends 2 {"users":[]}"#, "open friends"] : [])
                + [friends[0].answer(version), "open profile"])
          }
        }),
      Check(
        "Other failures are told apart", points: 1,
        needs: ["The first backend's user is shown"],
        scripts: { generator in
          let user = generator.user()
          let version = Int.random(in: 3...9, using: &generator)
          let noJSON = generator.one(of: "<html>busy</html>", #"{"name":"#, "busy")
          let kinds = [1, 2].map { version in
            SentUser.places(version).flatMap {
              [user.answer(version, at: $0, other: "[]"), "open profile"]
            }
          }
          return kinds.map { Script(lines: $0) } + [
            Script(
              lines: [
                "user \(Int.random(in: 1...2, using: &generator)) \(noJSON)", "open profile",
                user.answer(1).replacing("user 1", with: "user \(version)"), "open profile",
                "server fails \(generator.one(of: "offline", "late"))", "open profile",
                "open friends", user.answer(2), "open profile",
              ])
          ]
        }),
      Check(
        "The backend may change between two answers", points: 1,
        needs: [
          "The first backend's user is shown", "The second backend's user is shown in the same way",
          "Friends come from either",
        ],
        scripts: { generator in
          let users = (0..<3).map { _ in generator.user() }
          let versions = [[1, 2, 1], [2, 1, 2]].shuffled(using: &generator)
          return versions.map { versions in
            Script(
              lines: versions.flatMap { version in
                [
                  users[version].answer(version), "open profile", users.answer(3 - version),
                  "open friends",
                ]
              })
          }
        }),
    ],
    misconceptions: Misconception.ofBackendChange)
}
