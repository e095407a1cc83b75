internal import Exercising

extension Exercise {
  static let whichLevel = Exercise(
    "WhichLevel", .choose, chapter: "StorageChain", title: "Memory or file",
    solution: WhichLevelScene<WhichLevel>.self,
    checks: [
      Check("A write that fails changes nothing") { random in
        random.cast(.colours).script(
          "begin blue; set brown; look; full; set gold; look; set gold; look")
      },
      Check("A read does not touch the file while nothing has changed") { random in
        random.cast(.colours).script("begin blue; get; get; get")
      },
      Check("A change by another program reaches memory") { random in
        random.cast(.colours).script("begin blue; outside brown; look; outside gold; look")
      },
    ])
}
