internal import Exercising

extension Exercise {
  static let whichLayer = Exercise(
    "WhichLayer", .choose, chapter: "DDA", title: "Three rules, three layers",
    solution: WhichLayerScene<WhichLayer>.self,
    checks: [
      Check("What a user types is limited, and what comes from elsewhere is not") { random in
        let steps = ["type", "job", "restore"].shuffled(using: &random).map { "\($0) Alexandrina" }
        Script(["rule typedLength"] + steps + ["type Taylor"])
      },
      Check("Each rename asks the server, and a restored backup does not") { random in
        let names = random.names(3)
        let steps = zip(["type", "job", "restore"], names).map { "\($0) \($1)" }
        Script(["rule serverFirst"] + steps.shuffled(using: &random))
      },
      Check("No row is without a name") { random in
        let steps = ["type", "job", "restore"].shuffled(using: &random).map { "\($0) \"\"" }
        Script(["rule noEmptyRow"] + steps + ["restore \(random.names(1)[0])"])
      },
    ])
}
