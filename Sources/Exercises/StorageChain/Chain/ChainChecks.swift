internal import Exercising

extension Exercise {
  static let chain: Exercise = .init(
    "Chain", chapter: "StorageChain", title: "Two providers in step",
    solution: { ChainScene<Chain>() },
    checks: [
      Check("A write reaches underlying first, and a read uses main alone", points: 1) { random in
        let colours = random.colours(5)
        Script(
          "begin \(colours[0]) \(colours[1])", "get", "set \(colours[2])", "look", "get", "get",
          "set \(colours[3])", "set \(colours[4])", "get", "look")
      },
      Check(
        "The next read fetches an external change once, and fills an empty main", points: 1,
        needs: [1]
      ) { random in
        do {
          let colours = random.colours(6)
          Script(
            "begin \(colours[0]) \(colours[0])", "get", "outside underlying \(colours[1])", "get",
            "get",
            "outside underlying \(colours[2])", "outside underlying \(colours[3])", "get", "get",
            "outside underlying \(colours[4])", "set \(colours[5])", "get", "look")
        }
        do {
          let colours = random.colours(3)
          Script("begin empty \(colours[0])", "has", "get", "get", "look")
          Script(
            "begin empty empty", "has", "get", "outside underlying \(colours[1])", "has", "get",
            "get")
          Script(
            "begin empty empty", "set \(colours[2])", "get", "has", "begin \(colours[0]) empty",
            "has",
            "get")
        }
      },
      Check(
        "After a failure both are in step, or the next read repairs main", points: 1, needs: [2]
      ) {
        random in
        let colours = random.colours(5)
        Script(
          "begin \(colours[0]) \(colours[0])", "full underlying", "set \(colours[1])", "look",
          "get",
          "full main", "set \(colours[2])", "look", "get", "get", "look")
        Script(
          "begin \(colours[0]) \(colours[0])", "outside underlying \(colours[3])",
          "unreadable underlying", "get", "get", "get", "outside underlying \(colours[4])",
          "full main", "get", "get", "get")
      },
      Check(
        "Handlers are called once for each change, after both writes, and may read", points: 1,
        needs: [2]
      ) {
        random in
        let colours = random.colours(6)
        let people = random.people(2)
        let handlers = ["listen \(people[0])", "listen \(people[1]) reading"]
        Script(
          ["begin \(colours[0]) \(colours[0])"],
          random.crowd("handler").map { "listen \($0)" },
          ["set \(colours[1])", "outside underlying \(colours[2])"])
        Script(
          ["begin \(colours[2]) \(colours[2])"] + handlers.shuffled(using: &random) + [
            "set \(colours[3])", "outside underlying \(colours[4])", "get", "set \(colours[5])",
            "full underlying", "set \(colours[2])", "full main", "set \(colours[2])", "get",
          ])
        Script(
          "begin empty empty", "listen \(people[0])", "full main", "set \(colours[0])", "get",
          "get")
      },
      Check(
        "No change is lost during another one, and an unreferenced chain is released", points: 1,
        needs: [2]
      ) { random in
        let colours = random.colours(5)
        let person = random.people(1)[0]
        for listener in ["listen \(person)", "listen \(person) reading"] {
          Script(
            "begin \(colours[0]) \(colours[0])", "outside underlying \(colours[1])", listener,
            "meanwhile main underlying \(colours[2])", "get", "get", "get",
            "meanwhile main underlying \(colours[3])", "set \(colours[4])", "get", "get")
        }
        Script(
          "begin \(colours[0]) \(colours[0])", "listen \(person) reading",
          "meanwhile main underlying \(colours[1])", "outside underlying \(colours[2])", "get",
          "get")
        Script(
          "begin \(colours[0]) \(colours[0])", "listen \(person)", "set \(colours[1])", "forget",
          "outside underlying \(colours[2])", "look")
      },
    ],
    misconceptions: [
      Misconception(
        "writes-main-first",
        "Main was written before underlying. Imagine that the second of the two writes "
          + "fails: what does the app show then, and what will it show tomorrow?"
      ) { difference in
        difference.lastVerb == "set"
          && difference.expected.first?.hasPrefix("underlying.set") == true
          && difference.actual.first?.hasPrefix("main.set") == true
      },
      Misconception(
        "fetches-at-every-read",
        "A change had been fetched already, and the next read used underlying again. "
          + "How does your chain find out that it has fetched a change?"
      ) { difference in
        difference.lastVerb == "get" && difference.stepBefore == "get"
          && difference.steps.contains { $0.hasPrefix("outside ") }
          && !difference.expected.contains { $0.hasPrefix("underlying.get") }
          && difference.actual.contains { $0.hasPrefix("underlying.get") }
      },
      Misconception(
        "always-reads-underlying",
        "Nothing had changed, and a read used underlying, which is slow. Which of the two providers "
          + "is there to be read, and what has to happen before the other one is needed?"
      ) { difference in
        difference.lastVerb == "get" && !difference.hasEarlierStep("outside ", "set ", "full ")
          && difference.expected.first?.hasPrefix("main.get -> ") == true
          && difference.actual.contains { $0.hasPrefix("underlying.get") }
      },
      Misconception(
        "fetches-at-once",
        "Underlying was read as soon as it had changed, before a value was requested. "
          + "Think of a thousand changes in a row: how often would you like to open the "
          + "file?"
      ) { difference in
        difference.lastVerb == "outside"
          && !difference.expected.contains { $0.hasPrefix("underlying.get") }
          && difference.actual.contains { $0.hasPrefix("underlying.get") }
      },
      Misconception(
        "does-not-fill-an-empty-main",
        "After a launch memory is empty, and the file is not; your chain read only "
          + "memory. Is “nothing has changed” the same as “main has the value”?"
      ) { difference in
        difference.lastVerb == "get" && difference.actual.last == "chain fails: empty"
          && difference.expected.last != "chain fails: empty"
      },
      Misconception(
        "notifies-too-early",
        "A handler was called before main was written. What is the first thing that a "
          + "handler does, and what does it find then?"
      ) { difference in
        let notified = difference.actual.firstIndex { $0.hasSuffix(" is notified") }
        let written = difference.actual.firstIndex { $0.hasPrefix("main.set") }
        guard difference.lastVerb == "set", let notified, let written else { return false }
        return notified < written
      },
      Misconception(
        "is-retained-by-its-handler",
        "Nothing used the chain any more, and it was still there. Underlying retains its change "
          + "handlers: what does the handler that your chain has added retain?"
      ) { difference in
        difference.lastStep == "forget" && difference.missing == ["the chain is gone"]
      },
      .keepsNoOrder,
    ],
    notes: Self.notesOfChains)

  /// Notes about the steps that chains' scenes have in common.
  static let notesOfChains = [
    "begin": "makes the providers with those values, and the chain over them.",
    "forget": "releases the chain.",
    "full": "makes the next write of that provider fail.",
    "listen": "adds a change handler to the chain.",
    "look": "reports the values of all providers.",
    "meanwhile": "changes the second provider right after the next write of the first one.",
    "outside": "changes that provider without the chain, as another program does.",
    "unreadable": "makes the next read of that provider fail.",
    "… reading": "is a handler that reads the chain's value.",
  ]
}
