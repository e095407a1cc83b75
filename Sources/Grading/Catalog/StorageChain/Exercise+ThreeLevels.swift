internal import Exercising

extension Exercise {
  static let threeLevels = Exercise(
    "ThreeLevels", chapter: "StorageChain", title: "A chain is a provider too",
    solution: { ThreeLevelsScene<ThreeLevels>() },
    checks: [
      Check(
        "A write reaches the database first, and a read uses memory alone", points: 2,
        scripts: { generator in
          let people = generator.people(5)
          return [
            Script(lines: [
              "begin \(people[0]) \(people[1]) \(people[2])", "get", "set \(people[3])", "look",
              "get", "set \(people[4])", "get", "get", "look",
            ])
          ]
        }),
      Check(
        "The next read brings a change of the database up through the file", points: 1,
        needs: ["A write reaches the database first, and a read uses memory alone"],
        scripts: { generator in
          let people = generator.people(5)
          return [
            Script(lines: [
              "begin \(people[0]) \(people[0]) \(people[0])", "outside database \(people[1])",
              "get", "get", "outside database \(people[2])", "outside database \(people[3])",
              "look", "get", "get", "outside database \(people[1])", "set \(people[4])", "get",
              "look",
            ])
          ]
        }),
      Check(
        "A change of the file reaches memory, and not the database", points: 1,
        needs: ["A write reaches the database first, and a read uses memory alone"],
        scripts: { generator in
          let people = generator.people(4)
          return [
            Script(lines: [
              "begin \(people[0]) \(people[0]) \(people[0])", "outside file \(people[1])", "get",
              "get", "look", "set \(people[2])", "outside file \(people[3])", "get", "look",
            ])
          ]
        }),
      Check(
        "An empty level is filled from the level below", points: 1,
        needs: ["A write reaches the database first, and a read uses memory alone"],
        scripts: { generator in
          let people = generator.people(4)
          return [
            Script(lines: ["begin empty empty \(people[0])", "has", "get", "get", "look"]),
            Script(lines: ["begin empty \(people[1]) \(people[2])", "get", "get", "look"]),
            Script(lines: [
              "begin empty empty empty", "has", "get", "outside database \(people[3])", "has",
              "get", "get",
            ]),
          ]
        }),
      Check(
        "Handlers are called once for each change, on any level", points: 1,
        needs: ["The next read brings a change of the database up through the file"],
        scripts: { generator in
          let people = generator.people(6)
          let handlers = ["listen \(people[0])", "listen \(people[1]) reading"]
          let outside = [
            "outside database \(people[2])", "outside file \(people[3])",
            "outside database \(people[4])",
          ]
          return [
            Script(
              lines: ["begin \(people[5]) \(people[5]) \(people[5])"]
                + handlers.shuffled(using: &generator) + ["set \(people[2])"]
                + outside.shuffled(using: &generator) + ["get", "set \(people[5])"])
          ]
        }),
      Check(
        "The next read completes a write that failed halfway", points: 1,
        needs: ["The next read brings a change of the database up through the file"],
        scripts: { generator in
          let people = generator.people(3)
          return ["database", "file", "memory"].map { level in
            Script(lines: [
              "begin \(people[0]) \(people[0]) \(people[0])", "listen \(people[2])",
              "full \(level)",
              "set \(people[1])", "look", "get", "get", "look",
            ])
          }
        }),
    ],
    misconceptions: [
      Misconception(
        "writes-the-top-first",
        help:
          "A write began at the top. If it fails on its way down, which level shows a "
          + "value that is stored nowhere?"
      ) { difference in
        difference.verb == "set" && difference.actual.first?.hasPrefix("database") == false
          && difference.actual.contains { $0.hasPrefix("database.set") }
      },
      Misconception(
        "skips-the-middle",
        help:
          "The file was left out. A chain over two providers is itself a provider: what "
          + "lies under memory, and what lies under that?"
      ) { difference in
        difference.expected.contains { $0.hasPrefix("file.set") }
          && !difference.actual.contains { $0.hasPrefix("file.") }
          && difference.actual.contains { $0.hasPrefix("database.") }
      },
      Misconception(
        "notifies-at-every-level",
        help:
          "One change, and a handler was called more than once: each level that was "
          + "written has reported it. Which of your chains made that write itself, and "
          + "needs no report of it?"
      ) { difference in
        let notified = difference.actual.filter { $0.hasSuffix(" is notified") }
        return Set(notified).count < notified.count
      },
      Misconception(
        "ignores-changes-from-below",
        help:
          "The value had changed two levels below, and memory returned the old one. A "
          + "chain is a provider: what does a provider do when its value may have changed?"
      ) { difference in
        difference.verb == "get" && difference.steps.contains { $0.hasPrefix("outside database") }
          && difference.actual.count == 2 && difference.actual[0].hasPrefix("memory.get")
          && difference.expected.contains { $0.hasPrefix("database.get") }
      },
    ])
}

extension Difference {
  fileprivate var verb: Substring { steps.last?.prefix { $0 != " " } ?? "" }
}
