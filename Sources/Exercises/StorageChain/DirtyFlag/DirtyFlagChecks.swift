internal import Exercising

extension Exercise {
  static let dirtyFlag = Exercise(
    "DirtyFlag", .fix, chapter: "StorageChain", title: "A flag that is never cleared",
    solution: ChainScene<DirtyFlag>.self,
    checks: [
      Check("While nothing has changed, a read touches main only") { random in
        random.cast(.colours).script("begin blue blue; get; set brown; get")
      },
      Check("After another program's change, only the first read fetches it") { random in
        random.cast(.colours).script(
          "begin blue blue; listen page; outside underlying brown; get; get; get",
          "outside underlying gold; outside underlying green; get; get")
      },
      Check("A change that arrives while main is written is fetched by the next read") { random in
        random.cast(.colours).script(
          "begin blue blue; outside underlying brown; meanwhile main underlying gold; get; get",
          "get; meanwhile main underlying green; set grey; get; get")
      },
    ])
}
