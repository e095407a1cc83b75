internal import Exercising

extension Exercise {
  static let chain = Exercise(
    "Chain", chapter: "StorageChain", title: "Two providers in step",
    solution: { ChainScene<Chain>() },
    checks: [
      Check(
        "A write goes to underlying first, and a read touches main alone", points: 2,
        scripts: { generator in
          let people = generator.people(5)
          return [
            Script(lines: [
              "begin \(people[0]) \(people[1])", "get", "set \(people[2])", "look", "get", "get",
              "set \(people[3])", "set \(people[4])", "get", "look",
            ])
          ]
        }),
      Check(
        "After a change outside the next read fetches it, and only the next", points: 1,
        needs: ["A write goes to underlying first, and a read touches main alone"],
        scripts: { generator in
          let people = generator.people(6)
          return [
            Script(lines: [
              "begin \(people[0]) \(people[0])", "get", "outside underlying \(people[1])", "get",
              "get", "outside underlying \(people[2])", "outside underlying \(people[3])", "get",
              "get", "outside underlying \(people[4])", "set \(people[5])", "get", "look",
            ])
          ]
        }),
      Check(
        "A main that is empty is filled from underlying", points: 1,
        needs: ["A write goes to underlying first, and a read touches main alone"],
        scripts: { generator in
          let people = generator.people(3)
          return [
            Script(lines: ["begin empty \(people[0])", "has", "get", "get", "look"]),
            Script(lines: [
              "begin empty empty", "has", "get", "outside underlying \(people[1])", "has", "get",
              "get",
            ]),
            Script(lines: ["begin empty empty", "set \(people[2])", "get", "has"]),
          ]
        }),
      Check(
        "What fails leaves the two in step, or is repaired by the next read", points: 1,
        needs: ["After a change outside the next read fetches it, and only the next"],
        scripts: { generator in
          let people = generator.people(5)
          return [
            Script(lines: [
              "begin \(people[0]) \(people[0])", "full underlying", "set \(people[1])", "look",
              "get", "full main", "set \(people[2])", "look", "get", "get", "look",
            ]),
            Script(lines: [
              "begin \(people[0]) \(people[0])", "outside underlying \(people[3])",
              "unreadable underlying", "get", "get", "get", "outside underlying \(people[4])",
              "full main", "get", "get", "get",
            ]),
          ]
        }),
      Check(
        "Handlers are told once, when all is written, and may read", points: 1,
        needs: ["After a change outside the next read fetches it, and only the next"],
        scripts: { generator in
          let people = generator.people(6)
          let handlers = ["listen \(people[0])", "listen \(people[1]) reading"]
          return [
            Script(
              lines: ["begin \(people[2]) \(people[2])"] + handlers.shuffled(using: &generator) + [
                "set \(people[3])", "outside underlying \(people[4])", "get", "set \(people[5])",
                "full underlying", "set \(people[2])", "full main", "set \(people[2])", "get",
              ])
          ]
        }),
      Check(
        "No change is lost in the middle of another one, and a chain goes when it is let go",
        points: 1,
        needs: ["After a change outside the next read fetches it, and only the next"],
        scripts: { generator in
          let people = generator.people(6)
          return [
            Script(lines: [
              "begin \(people[0]) \(people[0])", "outside underlying \(people[1])",
              "meanwhile main underlying \(people[2])", "get", "get", "get",
              "meanwhile main underlying \(people[3])", "set \(people[4])", "get", "get",
            ]),
            Script(lines: [
              "begin \(people[0]) \(people[0])", "listen \(people[5])", "set \(people[1])",
              "forget",
              "outside underlying \(people[2])", "look",
            ]),
          ]
        }),
    ],
    misconceptions: [
      Misconception(
        "writes-main-first",
        help:
          "Main was written before underlying. Imagine that the second of the two fails: what does "
          + "the app show then, and what will it show tomorrow?"
      ) { difference in
        difference.verb == "set" && difference.expected.first?.hasPrefix("underlying.set") == true
          && difference.actual.first?.hasPrefix("main.set") == true
      },
      Misconception(
        "fetches-for-ever",
        help:
          "A change had been fetched already, and the read after it went to underlying again. How "
          + "does your chain know that it has dealt with a change?"
      ) { difference in
        difference.verb == "get" && difference.steps.dropLast().last == "get"
          && difference.steps.contains { $0.hasPrefix("outside ") }
          && !difference.expected.contains { $0.hasPrefix("underlying.get") }
          && difference.actual.contains { $0.hasPrefix("underlying.get") }
      },
      Misconception(
        "fetches-at-once",
        help:
          "Underlying was read as soon as it had changed, although nobody had asked for the value. "
          + "Think of a thousand changes in a row: how often would you like to open the file?"
      ) { difference in
        difference.verb == "outside"
          && !difference.expected.contains { $0.hasPrefix("underlying.get") }
          && difference.actual.contains { $0.hasPrefix("underlying.get") }
      },
      Misconception(
        "believes-an-empty-main",
        help:
          "After a launch memory is empty, and the file is not; your chain asked only memory. Is "
          + "“nothing has changed” the same as “main has the value”?"
      ) { difference in
        difference.verb == "get" && difference.actual.last == "it fails: empty"
          && difference.expected.last != "it fails: empty"
      },
      Misconception(
        "tells-too-early",
        help:
          "A handler was told before main was written. What is the first thing that a handler does, "
          + "and what does it find then?"
      ) { difference in
        let told = difference.actual.firstIndex { $0.hasSuffix(" is told") }
        let written = difference.actual.firstIndex { $0.hasPrefix("main.set") }
        guard difference.verb == "set", let told, let written else { return false }
        return told < written
      },
    ])
}

extension Difference {
  fileprivate var verb: Substring { steps.last?.prefix { $0 != " " } ?? "" }
}
