internal import Exercising

extension Exercise {
  static let whichLevel = Exercise(
    "WhichLevel", .choose, chapter: "StorageChain", title: "Memory or file",
    solution: { WhichLevelScene<WhichLevel>() },
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
    ],
    notes: [
      "begin": "puts that value into memory and file.",
      "full": "makes the next write to the file fail.",
      "get": "reads the value.",
      "look": "reports the values of both.",
      "outside": "writes the file, as another program does.",
      "set": "writes both levels.",
    ])
}
