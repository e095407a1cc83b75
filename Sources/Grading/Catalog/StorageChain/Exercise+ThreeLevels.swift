internal import Exercising

extension Exercise {
  static let threeLevels = Exercise(
    "ThreeLevels", chapter: "StorageChain", title: "A chain is a provider too",
    solution: { ThreeLevelsScene<ThreeLevels>() },
    checks: [
      Check(
        "A write goes down to the bottom first, and a read touches memory alone", points: 2,
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
        "A change of the database comes up through the file when somebody asks", points: 1,
        needs: ["A write goes down to the bottom first, and a read touches memory alone"],
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
        "A change of the file comes up, and does not go down", points: 1,
        needs: ["A write goes down to the bottom first, and a read touches memory alone"],
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
        "What is empty is filled from below", points: 1,
        needs: ["A write goes down to the bottom first, and a read touches memory alone"],
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
        "Handlers are told once for each change, whatever level it was on", points: 1,
        needs: ["A change of the database comes up through the file when somebody asks"],
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
        "A write that fails halfway is made good by the next read", points: 1,
        needs: ["A change of the database comes up through the file when somebody asks"],
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
          "A write began at the top. If it fails on its way down, who shows a value that is stored "
          + "nowhere?"
      ) { difference in
        difference.verb == "set" && difference.actual.first?.hasPrefix("database") == false
          && difference.actual.contains { $0.hasPrefix("database.set") }
      },
      Misconception(
        "skips-the-middle",
        help: "The file was left out. A chain over two providers is itself a provider: what lies "
          + "under memory, and what lies under that?"
      ) { difference in
        difference.expected.contains { $0.hasPrefix("file.set") }
          && !difference.actual.contains { $0.hasPrefix("file.") }
          && difference.actual.contains { $0.hasPrefix("database.") }
      },
      Misconception(
        "tells-at-every-level",
        help:
          "One change, and a handler was told more than once: each level that was written has said "
          + "so. Who among your chains made that write himself, and knows of it without being told?"
      ) { difference in
        let told = difference.actual.filter { $0.hasSuffix(" is told") }
        return Set(told).count < told.count
      },
      Misconception(
        "hears-nothing-from-below",
        help:
          "The value had changed two levels below, and memory gave the old one. A chain is a provider: "
          + "what does a provider do when its value may be another one now?"
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
