internal import Exercising

extension Exercise {
  static let whichLevel = Exercise(
    "WhichLevel", .choose, chapter: "StorageChain", title: "Memory or file",
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
