internal import Exercising

extension Exercise {
  static let binding: Exercise = .init(
    "Binding", chapter: "DDA", title: "A name that reports its changes",
    solution: BindingScene<Binding>.self,
    checks: [
      Check(
        "A handler receives the current name at once, then each change, even to the same name"
      ) { random in
        random.cast(.names, .ids, .cells).script(
          "user id Ann; user other Dan; rename id Bob; bind badge id; read id; rename id Cid",
          "rename other Ann; read id")
        random.cast(.names, .ids, .cells).script(
          "user id Ann; bind badge id; rename id Ann; rename id Bob; rename id Bob")
      },
      Check("All handlers receive a change, in the order in which they were bound", needs: [1]) {
        random in
        let cast = random.cast(.names, .cells, .ids)
        cast.script("user id Ann", random.crowd("cell").steps { "bind \($0) id" }, "rename id Bob")
        cast.script(
          "user id Ann; user other Bob; bind badge id; bind footer id; rename id Cid",
          "bind header other; bind menu id; rename id Dan; rename other Ann; rename id Bob")
      },
      Check("A binding that was replaced, ended or released receives nothing more", needs: [2]) {
        random in
        random.cast(.names, .cells, .ids).script(
          "user id Ann; user other Bob; bind badge id; bind footer id; bind badge other",
          "rename id Cid; rename other Dan; kept; bind badge id; bind badge id; rename id Jake",
          "rename other Taylor; kept")
        let cast = random.cast(.names, .cells, .ids)
        let ends = ["unbind", "release"].shuffled(using: &random)
        cast.script(
          "user id Ann; bind badge id; bind footer id; bind header id; bind menu id",
          "\(ends[0]) footer; rename id Bob; \(ends[1]) header; rename id Cid; unbind footer",
          "kept; bind footer id; rename id Dan; user other Jake; forget id; unbind badge",
          "bind menu other; rename other Taylor; release footer; kept")
      },
      Check("A change that a handler makes is delivered after the current one", needs: [2]) {
        random in
        random.cast(.names, .cells, .ids).script(
          "user id Ann; bind badge id then rename id Bob; bind footer id then rename id Cid",
          "bind header id; rename id Dan; read id; bind menu id at-once rename id Jake",
          "rename id Taylor; read id")
      },
      Check("Bindings begin and end while a change is delivered", needs: [3]) { random in
        let cast = random.cast(.names, .cells, .ids)
        let end = random.one(of: "unbind", "release")
        cast.script(
          "user id Ann; bind badge id then \(end) badge; bind footer id then \(end) menu",
          "bind header id; bind menu id; bind row id; rename id Bob; rename id Cid; kept")
        cast.script(
          "user id Ann; user other Bob; bind badge id then bind badge other",
          "bind footer id at-once unbind footer; bind header id at-once bind header other",
          "bind menu id; rename id Cid; rename other Dan; kept")
        cast.script(
          "user id Ann; bind badge id then rename id Bob; bind footer id then bind header id",
          "bind menu id; rename id Cid; rename id Dan")
      },
    ],
    misconceptions: [
      Misconception("waits-for-a-change", at: "bind") {
        $0.expected.count == 1 && $0.actual.isEmpty
      },
      Misconception("keeps-the-former-binding", at: "rename") { difference in
        difference.unexpectedCells.contains { cell in
          let binds = difference.words(of: "bind").filter { $0.count > 2 && $0[1] == cell }
          return Set(binds.map { $0[2] }).count > 1
        }
      },
      Misconception("calls-a-released-cell", at: "rename") { difference in
        difference.unexpectedCells.contains { difference.steps.contains("release \($0)") }
      },
      Misconception("delivers-nested-changes-first", at: "rename") {
        $0.beginsWithOneCell($0.actual)
          && !$0.beginsWithOneCell($0.expected) && $0.expected.sorted() == $0.actual.sorted()
      },
      .keepsNoOrder,
    ])
}

extension Difference {
  /// Whether the first two events belong to the same cell.
  fileprivate func beginsWithOneCell(_ events: [String]) -> Bool {
    let cells = events.prefix(2).map { $0.prefix { $0 != ":" } }
    return cells.count == 2 && cells[0] == cells[1]
  }

  /// The cells that received unexpected events.
  fileprivate var unexpectedCells: Set<Substring> {
    let cells = { (events: [String]) in Set(events.map { $0.prefix { $0 != ":" } }) }
    return cells(actual).subtracting(cells(expected))
  }
}
