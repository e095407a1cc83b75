internal import Exercising

extension Exercise {
  static let handOver = Exercise(
    "HandOver", .choose, chapter: "ConfinedStore", title: "Object, copy or reference",
    solution: HandOverScene<HandOver>.self,
    checks: [
      Check("A cell on the main thread follows each change") { random in
        random.cast(.names).script(
          "artist Ann; hand cell; read; change Bob; read; change Cid; read")
      },
      Check("An export writes the name from the moment at which it began") { random in
        random.cast(.names).script("artist Ann; hand export; change Bob; read; read")
      },
      Check("A rename in the background changes the artist") { random in
        random.cast(.names).script("artist Ann; hand rename; write Bob; look")
      },
    ])
}
