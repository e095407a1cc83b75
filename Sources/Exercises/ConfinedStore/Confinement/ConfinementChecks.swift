internal import Exercising

private let wrongThread = "store accessed from incorrect thread"
private let wrongQueue = "store accessed from incorrect queue"

extension Exercise {
  static let confinement: Exercise = .init(
    "Confinement", chapter: "ConfinedStore", title: "One place only",
    solution: ConfinementScene<Confinement>.self,
    checks: [
      Check("A store can be used on the thread that made it") { random in
        random.cast(.people, .threads).script(
          "thread loader; thread screen; open mine ann loader; open yours bob screen",
          "read mine loader; ask mine loader; write mine cid loader; read yours screen",
          "ask yours screen; write yours dan screen; read mine loader; read yours screen")
      },
      Check("A store that is used on any other thread stops the program", needs: [1]) { random in
        let cast = random.cast(.people, .threads)
        for call in ["read mine", "write mine bob", "refer mine letter"] {
          cast.script(
            "thread loader; thread screen; open mine ann loader; read mine loader; ask mine screen",
            "ask mine loader; \(call) screen", crash: wrongThread)
        }
      },
      Check(
        "A thread is identified by its object, not by a name or number that is used again",
        needs: [2]
      ) { random in
        let cast = random.cast(.people, .threads)
        let begin =
          "thread loader; open mine ann loader; end loader; thread screen; ask mine screen"
        cast.script(
          begin, "open yours bob screen; ask yours screen; thread loader; ask mine loader",
          "ask yours loader")
        cast.script(begin, "read mine screen", crash: wrongThread)
      },
      Check("A store of a queue can be used in the queue's blocks, on any thread", needs: [2]) {
        random in
        let cast = random.cast(.people, .threads)
        let begin =
          "thread loader; thread screen; queue data; queue files; open mine ann loader data; open "
          + "yours bob loader files"
        cast.script(
          begin, "ask mine loader data; ask mine screen data; read mine screen data",
          "write mine cid loader data; read mine loader data; ask mine loader",
          "ask mine loader files; ask yours screen files")
        cast.script(begin, "read mine loader data; read mine loader", crash: wrongQueue)
        cast.script(begin, "refer mine letter screen", crash: wrongQueue)
        cast.script(
          begin, "open his dan loader; ask his loader data; ask his screen data",
          "write mine cid screen files", crash: wrongQueue)
      },
      Check(
        "A reference is resolved once, without a data race, and belongs to the place where it was "
          + "resolved", needs: [2], findsRaces: true
      ) { random in
        let cast = random.cast(.people, .threads)
        cast.script(
          "thread loader; thread screen; open mine ann loader; refer mine letter loader",
          "write mine bob loader; resolve letter copy screen; read copy screen",
          "write copy cid screen; read mine loader; resolve letter again loader",
          "refer copy note screen; end screen; resolve note third loader; read third loader",
          "write mine dan loader; read third loader; resolve note again loader")
        cast.script(
          "thread loader; open mine ann loader; race mine 200 loader; read mine loader; pairs ann")
        let begin =
          "thread loader; thread screen; open mine ann loader; refer mine letter loader; resolve "
          + "letter copy screen"
        cast.script(
          begin, "ask copy screen; ask copy loader; ask mine loader; ask mine screen; queue data",
          "refer mine note loader; resolve note third screen data; ask third loader data",
          "ask third screen; read third loader data; resolve note again loader data")
        cast.script(begin, "read mine loader; read copy loader", crash: wrongThread)
        cast.script(begin, "read copy screen; write mine bob screen", crash: wrongThread)
      },
    ],
    misconceptions: [
      Misconception("identifies-threads-by-name", at: "ask") {
        $0.actual.has(" is at home") && !$0.hasEarlierStep("end ", "queue ")
      },
      Misconception("identifies-threads-by-number", at: "ask") {
        $0.actual.has(" is at home") && $0.hasEarlierStep("end ")
      },
      Misconception("identifies-queues-by-thread", at: "ask") {
        $0.isAskingOnAnotherThread && $0.actual.has(" is not at home")
          && $0.expected.has(" is at home")
      },
      Misconception("hands-over-a-copy", at: "read") { $0.hasEarlierStep("resolve ") },
      Misconception("resolves-again", at: "resolve") {
        $0.expected.has(suffix: "already resolved")
      },
    ])
}

extension Difference {
  /// Whether a queue's store is asked in a block of that queue, but was created on another thread.
  fileprivate var isAskingOnAnotherThread: Bool {
    // `ask mine screen data`, after `open mine ann loader data`.
    let asked = lastWords
    return asked.count == 4
      && words(of: "open").contains {
        $0.count == 5 && $0[1] == asked[1] && $0[3] != asked[2] && $0[4] == asked[3]
      }
  }
}
