internal import Exercising

extension Exercise {
  static let nextLaunch = Exercise(
    rung: "NextLaunch", predicting: "relaunch", chapter: "StorageChain",
    title: "What the next launch reads")

  static let whichLevel = Exercise(
    rung: "WhichLevel", .choose, chapter: "StorageChain", title: "Memory or file",
    solution: { WhichLevelScene<WhichLevel>() },
    checks: [
      Check("A write that fails changes nothing") { random in
        let names = random.colours(3)
        Script(
          "begin \(names[0])", "set \(names[1])", "look", "full", "set \(names[2])", "look",
          "set \(names[2])", "look")
      },
      Check("A read does not touch the file while nothing has changed") { random in
        let names = random.colours(1)
        Script("begin \(names[0])", "get", "get", "get")
      },
      Check("A change by another program reaches memory") { random in
        let names = random.colours(3)
        Script("begin \(names[0])", "outside \(names[1])", "look", "outside \(names[2])", "look")
      },
    ])

  static let dirtyFlag = Exercise(
    rung: "DirtyFlag", .fix, chapter: "StorageChain", title: "A flag that is never cleared",
    solution: { ChainScene<DirtyFlag>() },
    checks: [
      Check("While nothing has changed, a read touches main only") { random in
        let names = random.colours(2)
        Script("begin \(names[0]) \(names[0])", "get", "set \(names[1])", "get")
      },
      Check("After another program's change, only the first read fetches it") { random in
        let names = random.colours(4)
        Script(
          "begin \(names[0]) \(names[0])", "listen page", "outside underlying \(names[1])", "get",
          "get", "get", "outside underlying \(names[2])", "outside underlying \(names[3])", "get",
          "get")
      },
      Check("A change that arrives while main is written is fetched by the next read") { random in
        let names = random.colours(5)
        Script(
          "begin \(names[0]) \(names[0])", "outside underlying \(names[1])",
          "meanwhile main underlying \(names[2])", "get", "get", "get",
          "meanwhile main underlying \(names[3])", "set \(names[4])", "get", "get")
      },
    ], notes: notesOfChains)
}
