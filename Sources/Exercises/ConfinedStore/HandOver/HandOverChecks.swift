internal import Exercising

extension Exercise {
  static let handOver = Exercise(
    "HandOver", .choose, chapter: "ConfinedStore", title: "Object, copy or reference",
    solution: { HandOverScene<HandOver>() },
    checks: [
      Check("A cell on the main thread follows each change") { random in
        let names = random.names(3)
        Script(
          "artist \(names[0])", "hand cell", "read", "change \(names[1])", "read",
          "change \(names[2])", "read")
      },
      Check("An export writes the name from the moment at which it began") { random in
        let names = random.names(2)
        Script("artist \(names[0])", "hand export", "change \(names[1])", "read", "read")
      },
      Check("A rename in the background changes the artist") { random in
        let names = random.names(2)
        Script("artist \(names[0])", "hand rename", "write \(names[1])", "look")
      },
    ],
    notes: [
      "hand": "hands over what is chosen for that case.",
      "look": "reports the artist's name.",
      "read": "reads the name from what was handed over.",
      "write": "writes the name through what was handed over.",
    ])
}
