internal import Exercising

extension Exercise {
  static let threeLevels: Exercise = .init(
    "ThreeLevels", chapter: "StorageChain", title: "A chain is a provider too",
    solution: { ThreeLevelsScene<ThreeLevels>() },
    checks: [
      Check("A write reaches the database first, and a read uses memory alone", points: 1) {
        random in
        let colours = random.colours(5)
        Script(
          "begin \(colours[0]) \(colours[1]) \(colours[2])", "get", "set \(colours[3])", "look",
          "get",
          "set \(colours[4])", "get", "get", "look")
      },
      Check("The next read brings up a change of the database or the file", points: 1, needs: [1]) {
        random in
        do {
          let colours = random.colours(5)
          Script(
            "begin \(colours[0]) \(colours[0]) \(colours[0])", "outside database \(colours[1])",
            "get",
            "get", "outside database \(colours[2])", "outside database \(colours[3])", "look",
            "get",
            "get", "outside database \(colours[1])", "set \(colours[4])", "get", "look")
        }
        do {
          let colours = random.colours(4)
          Script(
            "begin \(colours[0]) \(colours[0]) \(colours[0])", "outside file \(colours[1])", "get",
            "get",
            "look", "set \(colours[2])", "outside file \(colours[3])", "get", "look")
        }
      },
      Check("An empty level is filled from the level below", points: 1, needs: [1]) { random in
        let colours = random.colours(4)
        Script("begin empty empty \(colours[0])", "has", "get", "get", "look")
        Script("begin empty \(colours[1]) \(colours[2])", "get", "get", "look")
        Script(
          "begin \(colours[0]) empty empty", "has", "get", "begin empty \(colours[1]) empty", "has",
          "get")
        Script(
          "begin empty empty empty", "has", "get", "outside database \(colours[3])", "has", "get",
          "get")
      },
      Check(
        "Handlers are called once for each change, and a change during a call is not lost",
        points: 1, needs: [2]
      ) { random in
        do {
          let colours = random.colours(6)
          let people = random.people(2)
          let handlers = ["listen \(people[0])", "listen \(people[1]) reading"]
          Script(
            ["begin \(colours[0]) \(colours[0]) \(colours[0])"],
            random.crowd("handler").map { "listen \($0)" },
            ["set \(colours[1])", "outside database \(colours[2])"])
          let outside = [
            "outside database \(colours[2])", "outside file \(colours[3])",
            "outside database \(colours[4])", "outside memory \(colours[1])",
          ]
          Script(
            ["begin \(colours[5]) \(colours[5]) \(colours[5])"], handlers.shuffled(using: &random),
            ["set \(colours[2])"], outside.shuffled(using: &random), ["get", "set \(colours[5])"])
        }
        do {
          let colours = random.colours(6)
          let listen = "listen \(random.people(1)[0])"
          let begin = ["begin \(colours[0]) \(colours[0]) \(colours[0])", listen]
          let changes = ["file database", "memory database", "memory file", "file file"]
          for change in changes + ["database database"] {
            let write = ["meanwhile \(change) \(colours[1])", "set \(colours[2])"]
            Script(begin, write, ["get", "get", "look"])
          }
          for change in changes {
            let read = ["meanwhile \(change) \(colours[4])", "get"]
            Script(begin, ["outside database \(colours[3])"], read, ["get", "get", "look"])
          }
        }
      },
      Check("The next read completes a write that failed halfway", points: 1, needs: [2]) {
        random in
        let colours = random.colours(2)
        let listen = "listen \(random.people(1)[0])"
        for level in ["database", "file", "memory"] {
          Script(
            "begin \(colours[0]) \(colours[0]) \(colours[0])", listen, "full \(level)",
            "set \(colours[1])", "look", "get", "get", "look")
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
          && difference.stepBefore.hasPrefix("outside database")
          && !difference.hasEarlierStep("meanwhile ")
          && difference.actual.count == 2 && difference.actual[0].hasPrefix("memory.get")
          && difference.expected.contains { $0.hasPrefix("database.get") }
      },
      .keepsNoOrder,
    ], notes: notesOfChains)
}
