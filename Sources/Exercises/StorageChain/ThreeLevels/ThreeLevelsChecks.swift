internal import Exercising

extension Exercise {
  static let threeLevels: Exercise = .init(
    "ThreeLevels", chapter: "StorageChain", title: "A chain is a provider too",
    solution: ThreeLevelsScene<ThreeLevels>.self,
    checks: [
      Check("A write reaches the database first, and a read uses memory alone") { random in
        random.cast(.colours).script(
          "begin blue brown gold; get; set green; look; get; set grey; get; get; look")
      },
      Check("The next read brings up a change of the database or the file", needs: [1]) { random in
        random.cast(.colours).script(
          "begin blue blue blue; outside database brown; get; get; outside database gold",
          "outside database green; look; get; get; outside database brown; set grey; get; look")
        random.cast(.colours).script(
          "begin blue blue blue; outside file brown; get; get; look; set gold; outside file green",
          "get; look")
      },
      Check("An empty level is filled from the level below", needs: [1]) { random in
        let cast = random.cast(.colours)
        cast.script("begin empty empty blue; has; get; get; look")
        cast.script("begin empty brown gold; get; get; look")
        cast.script("begin blue empty empty; has; get; begin empty brown empty; has; get")
        cast.script("begin empty empty empty; has; get; outside database green; has; get; get")
      },
      Check(
        "Handlers are called once for each change, and a change during a call is not lost",
        needs: [2]
      ) { random in
        do {
          let cast = random.cast(.colours, .people)
          let handlers = ["listen ann", "listen bob reading"]
          cast.script(
            "begin blue blue blue", random.crowd("handler").steps { "listen \($0)" }, "set brown",
            "outside database gold")
          let outside = ["database gold", "file green", "database grey", "memory brown"]
          cast.script(
            "begin pink pink pink", handlers.shuffled(using: &random).steps { $0 }, "set gold",
            outside.shuffled(using: &random).steps { "outside \($0)" }, "get; set pink")
        }
        let cast = random.cast(.colours, .people)
        let begin = "begin blue blue blue; listen ann"
        let changes = ["file database", "memory database", "memory file", "file file"]
        for change in changes + ["database database"] {
          cast.script(begin, "meanwhile \(change) brown; set gold; get; get; look")
        }
        for change in changes {
          cast.script(
            begin, "outside database green; meanwhile \(change) grey; get; get; get; look")
        }
      },
      Check("The next read completes a write that failed halfway", needs: [2]) { random in
        let cast = random.cast(.colours, .people)
        for level in ["database", "file", "memory"] {
          cast.script(
            "begin blue blue blue; listen ann; full \(level); set brown; look; get; get; look")
        }
      },
    ],
    misconceptions: [
      Misconception("writes-the-top-first", at: "set") { difference in
        difference.actual.prefix(1).has(prefix: "memory.set")
          && difference.actual.has(prefix: "database.set")
      },
      Misconception("skips-the-middle") { difference in
        difference.expected.has(prefix: "file.set") && !difference.actual.has(prefix: "file.")
          && difference.actual.has(prefix: "database.")
      },
      Misconception("notifies-at-every-level") { difference in
        let notified = difference.actual.filter { $0.hasSuffix(" is notified") }
        return Set(notified).count < notified.count
      },
      Misconception("ignores-changes-from-below", at: "get") {
        $0.stepBefore.hasPrefix("outside database")
          && !$0.hasEarlierStep("meanwhile ") && $0.actual.count == 2
          && $0.actual[0].hasPrefix("memory.get") && $0.expected.has(prefix: "database.get")
      },
      .keepsNoOrder,
    ])
}
