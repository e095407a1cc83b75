internal import Exercising

extension Exercise {
  static let chain: Exercise = .init(
    "Chain", chapter: "StorageChain", title: "Two providers in step",
    solution: ChainScene<Chain>.self,
    checks: [
      Check("A write reaches underlying first, and a read uses main alone") { random in
        random.cast(.colours).script(
          "begin blue brown; get; set gold; look; get; get; set green; set grey; get; look")
      },
      Check("The next read fetches an external change once, and fills an empty main", needs: [1]) {
        random in
        random.cast(.colours).script(
          "begin blue blue; get; outside underlying brown; get; get; outside underlying gold",
          "outside underlying green; get; get; outside underlying grey; set pink; get; look")
        let cast = random.cast(.colours)
        cast.script("begin empty blue; has; get; get; look")
        cast.script("begin empty empty; has; get; outside underlying brown; has; get; get")
        cast.script("begin empty empty; set gold; get; has; begin blue empty; has; get")
      },
      Check("After a failure both are in step, or the next read repairs main", needs: [2]) {
        random in
        let cast = random.cast(.colours)
        cast.script(
          "begin blue blue; full underlying; set brown; look; get; full main; set gold; look; get",
          "get; look")
        cast.script(
          "begin blue blue; outside underlying green; unreadable underlying; get; get; get",
          "outside underlying grey; full main; get; get; get")
      },
      Check(
        "Handlers are called once for each change, after both writes, and may read", needs: [2]
      ) { random in
        let cast = random.cast(.colours, .people)
        cast.script(
          "begin blue blue", random.crowd("handler").steps { "listen \($0)" }, "set brown",
          "outside underlying gold")
        cast.script(
          "begin gold gold",
          ["ann", "bob reading"].shuffled(using: &random).steps { "listen \($0)" }, "set green",
          "outside underlying grey; get; set pink; full underlying; set gold; full main; set gold",
          "get")
        cast.script("begin empty empty; listen ann; full main; set blue; get; get")
      },
      Check(
        "No change is lost during another one, and an unreferenced chain is released", needs: [2]
      ) { random in
        let cast = random.cast(.colours, .people)
        for listener in ["listen ann", "listen ann reading"] {
          cast.script(
            "begin blue blue; outside underlying brown; \(listener)",
            "meanwhile main underlying gold; get; get; get; meanwhile main underlying green",
            "set grey; get; get")
        }
        cast.script(
          "begin blue blue; listen ann reading; meanwhile main underlying brown",
          "outside underlying gold; get; get")
        cast.script("begin blue blue; listen ann; set brown; forget; outside underlying gold; look")
      },
    ],
    misconceptions: [
      Misconception("writes-main-first", at: "set") {
        $0.expected.prefix(1).has(prefix: "underlying.set")
          && $0.actual.prefix(1).has(prefix: "main.set")
      },
      Misconception("fetches-at-every-read", at: "get") {
        $0.stepBefore == "get" && $0.steps.has(prefix: "outside ")
          && $0.adds(prefix: "underlying.get")
      },
      Misconception("always-reads-underlying", at: "get") { difference in
        !difference.hasEarlierStep("outside ", "set ", "full ")
          && difference.expected.prefix(1).has(prefix: "main.get -> ")
          && difference.actual.has(prefix: "underlying.get")
      },
      Misconception("fetches-at-once", at: "outside") { $0.adds(prefix: "underlying.get") },
      Misconception("does-not-fill-an-empty-main", at: "get") { difference in
        difference.actual.last == "chain fails: empty"
          && difference.expected.last != "chain fails: empty"
      },
      Misconception("notifies-too-early", at: "set") { difference in
        let notified = difference.actual.firstIndex { $0.hasSuffix(" is notified") }
        let written = difference.actual.firstIndex { $0.hasPrefix("main.set") }
        guard let notified, let written else { return false }
        return notified < written
      },
      Misconception("is-retained-by-its-handler", at: "forget") {
        $0.missing == ["the chain is gone"]
      },
      .keepsNoOrder,
    ])
}
