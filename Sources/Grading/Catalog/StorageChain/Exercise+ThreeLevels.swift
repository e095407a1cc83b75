internal import Exercising

extension Exercise {
  static let threeLevels: Exercise = .init(
    "ThreeLevels", chapter: "StorageChain", title: "A chain is a provider too",
    solution: { ThreeLevelsScene<ThreeLevels>() },
    checks: [
      Check("A write reaches the database first, and a read uses memory alone", points: 1) {
        random in
        let people = random.people(5)
        Script(
          "begin \(people[0]) \(people[1]) \(people[2])", "get", "set \(people[3])", "look", "get",
          "set \(people[4])", "get", "get", "look")
      },
      Check("The next read brings up a change of the database or the file", points: 1, needs: [1]) {
        random in
        do {
          let people = random.people(5)
          Script(
            "begin \(people[0]) \(people[0]) \(people[0])", "outside database \(people[1])", "get",
            "get", "outside database \(people[2])", "outside database \(people[3])", "look", "get",
            "get", "outside database \(people[1])", "set \(people[4])", "get", "look")
        }
        do {
          let people = random.people(4)
          Script(
            "begin \(people[0]) \(people[0]) \(people[0])", "outside file \(people[1])", "get",
            "get",
            "look", "set \(people[2])", "outside file \(people[3])", "get", "look")
        }
      },
      Check("An empty level is filled from the level below", points: 1, needs: [1]) { random in
        let people = random.people(4)
        Script("begin empty empty \(people[0])", "has", "get", "get", "look")
        Script("begin empty \(people[1]) \(people[2])", "get", "get", "look")
        Script(
          "begin empty empty empty", "has", "get", "outside database \(people[3])", "has", "get",
          "get")
      },
      Check(
        "Handlers are called once for each change, and a change during a call is not lost",
        points: 1, needs: [2]
      ) { random in
        do {
          let people = random.people(6)
          let handlers = ["listen \(people[0])", "listen \(people[1]) reading"]
          let outside = [
            "outside database \(people[2])", "outside file \(people[3])",
            "outside database \(people[4])",
          ]
          Script(
            ["begin \(people[5]) \(people[5]) \(people[5])"]
              + handlers.shuffled(using: &random) + ["set \(people[2])"]
              + outside.shuffled(using: &random) + ["get", "set \(people[5])"])
        }
        do {
          let people = random.people(6)
          let begin = ["begin \(people[0]) \(people[0]) \(people[0])", "listen \(people[5])"]
          let changes = ["file database", "memory database", "memory file", "file file"]
          for change in changes + ["database database"] {
            let write = ["meanwhile \(change) \(people[1])", "set \(people[2])"]
            Script(begin + write + ["get", "get", "look"])
          }
          for change in changes {
            let read = ["meanwhile \(change) \(people[4])", "get"]
            Script(begin + ["outside database \(people[3])"] + read + ["get", "get", "look"])
          }
        }
      },
      Check("The next read completes a write that failed halfway", points: 1, needs: [2]) {
        random in
        let people = random.people(3)
        for level in ["database", "file", "memory"] {
          Script(
            "begin \(people[0]) \(people[0]) \(people[0])", "listen \(people[2])", "full \(level)",
            "set \(people[1])", "look", "get", "get", "look")
        }
      },
    ],
    misconceptions: [
      Misconception(
        "writes-the-top-first",
        "A write began at the top. If it fails on its way down, which level shows a "
          + "value that is stored nowhere?"
      ) { difference in
        difference.lastVerb == "set" && difference.actual.first?.hasPrefix("memory.set") == true
          && difference.actual.contains { $0.hasPrefix("database.set") }
      },
      Misconception(
        "skips-the-middle",
        "The file was left out. A chain over two providers is itself a provider: what "
          + "lies under memory, and what lies under that?"
      ) { difference in
        difference.expected.contains { $0.hasPrefix("file.set") }
          && !difference.actual.contains { $0.hasPrefix("file.") }
          && difference.actual.contains { $0.hasPrefix("database.") }
      },
      Misconception(
        "notifies-at-every-level",
        "One change, and a handler was called more than once: each level that was "
          + "written has reported it. Which of your chains made that write itself, and "
          + "needs no report of it?"
      ) { difference in
        let notified = difference.actual.filter { $0.hasSuffix(" is notified") }
        return Set(notified).count < notified.count
      },
      Misconception(
        "ignores-changes-from-below",
        "The value had changed two levels below, and memory returned the old one. A "
          + "chain is a provider: what does a provider do when its value may have changed?"
      ) { difference in
        difference.lastVerb == "get"
          && difference.stepBefore.hasPrefix("outside database") && !difference.hasHad("meanwhile ")
          && difference.actual.count == 2 && difference.actual[0].hasPrefix("memory.get")
          && difference.expected.contains { $0.hasPrefix("database.get") }
      },
    ])
}
