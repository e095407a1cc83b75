internal import Exercising

extension Exercise {
  static let dirtyFlag = Exercise(
    "DirtyFlag", .fix, chapter: "StorageChain", title: "A flag that is never cleared",
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
