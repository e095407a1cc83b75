internal import Exercising

extension Exercise {
  static let binding: Exercise = .init(
    "Binding", chapter: "DDA", title: "A name that reports its changes",
    solution: { BindingScene<Binding>() },
    checks: [
      Check(
        "A handler receives the current name at once, then each change, even to the same name",
        points: 1
      ) { random in
        do {
          let names = random.names(4)
          let (id, other) = random.ids()
          let cell = random.cells(1)[0]
          let missed = Int.random(in: 0...1, using: &random)
          Script(
            ["user \(id) \(names[0])", "user \(other) \(names[3])"],
            names[1...missed + 1].dropLast().map { "rename \(id) \($0)" },
            ["bind \(cell) \(id)", "read \(id)"],
            names[(missed + 1)...2].map { "rename \(id) \($0)" },
            ["rename \(other) \(names[0])", "read \(id)"])
        }
        do {
          let names = random.names(2)
          let (id, _) = random.ids()
          let cell = random.cells(1)[0]
          Script(
            "user \(id) \(names[0])", "bind \(cell) \(id)", "rename \(id) \(names[0])",
            "rename \(id) \(names[1])", "rename \(id) \(names[1])")
        }
      },
      Check(
        "All handlers receive a change, in the order in which they were bound", points: 1,
        needs: [1]
      ) { random in
        let names = random.names(4)
        let cells = random.cells(4)
        let (id, other) = random.ids()
        Script(
          ["user \(id) \(names[0])"], random.crowd("cell").map { "bind \($0) \(id)" },
          ["rename \(id) \(names[1])"])
        Script(
          "user \(id) \(names[0])", "user \(other) \(names[1])", "bind \(cells[0]) \(id)",
          "bind \(cells[1]) \(id)", "rename \(id) \(names[2])", "bind \(cells[2]) \(other)",
          "bind \(cells[3]) \(id)", "rename \(id) \(names[3])", "rename \(other) \(names[0])",
          "rename \(id) \(names[1])")
      },
      Check(
        "A binding that was replaced, ended or released receives nothing more", points: 1,
        needs: [2]
      ) { random in
        do {
          let names = random.names(6)
          let cells = random.cells(2)
          let (id, other) = random.ids()
          Script(
            "user \(id) \(names[0])", "user \(other) \(names[1])", "bind \(cells[0]) \(id)",
            "bind \(cells[1]) \(id)", "bind \(cells[0]) \(other)", "rename \(id) \(names[2])",
            "rename \(other) \(names[3])", "kept", "bind \(cells[0]) \(id)",
            "bind \(cells[0]) \(id)",
            "rename \(id) \(names[4])", "rename \(other) \(names[5])", "kept")
        }
        do {
          let names = random.names(6)
          let cells = random.cells(4)
          let (id, other) = random.ids()
          let ends = ["unbind", "release"].shuffled(using: &random)
          Script(
            ["user \(id) \(names[0])"], cells.map { "bind \($0) \(id)" },
            [
              "\(ends[0]) \(cells[1])", "rename \(id) \(names[1])", "\(ends[1]) \(cells[2])",
              "rename \(id) \(names[2])", "unbind \(cells[1])", "kept", "bind \(cells[1]) \(id)",
              "rename \(id) \(names[3])", "user \(other) \(names[4])", "forget \(id)",
              "unbind \(cells[0])", "bind \(cells[3]) \(other)", "rename \(other) \(names[5])",
              "release \(cells[1])", "kept",
            ])
        }
      },
      Check(
        "A change that a handler makes is delivered after the current one", points: 1, needs: [2]
      ) { random in
        let names = random.names(6)
        let cells = random.cells(4)
        let (id, _) = random.ids()
        Script(
          "user \(id) \(names[0])", "bind \(cells[0]) \(id) then rename \(id) \(names[1])",
          "bind \(cells[1]) \(id) then rename \(id) \(names[2])", "bind \(cells[2]) \(id)",
          "rename \(id) \(names[3])", "read \(id)",
          "bind \(cells[3]) \(id) at-once rename \(id) \(names[4])", "rename \(id) \(names[5])",
          "read \(id)")
      },
      Check("Bindings begin and end while a change is delivered", points: 1, needs: [3]) { random in
        let names = random.names(6)
        let cells = random.cells(5)
        let (id, other) = random.ids()
        let end = random.one(of: "unbind", "release")
        Script(
          "user \(id) \(names[0])", "bind \(cells[0]) \(id) then \(end) \(cells[0])",
          "bind \(cells[1]) \(id) then \(end) \(cells[3])", "bind \(cells[2]) \(id)",
          "bind \(cells[3]) \(id)", "bind \(cells[4]) \(id)", "rename \(id) \(names[1])",
          "rename \(id) \(names[2])", "kept")
        Script(
          "user \(id) \(names[0])", "user \(other) \(names[1])",
          "bind \(cells[0]) \(id) then bind \(cells[0]) \(other)",
          "bind \(cells[1]) \(id) at-once unbind \(cells[1])",
          "bind \(cells[2]) \(id) at-once bind \(cells[2]) \(other)", "bind \(cells[3]) \(id)",
          "rename \(id) \(names[2])", "rename \(other) \(names[3])", "kept")
        Script(
          "user \(id) \(names[0])", "bind \(cells[0]) \(id) then rename \(id) \(names[1])",
          "bind \(cells[1]) \(id) then bind \(cells[2]) \(id)", "bind \(cells[3]) \(id)",
          "rename \(id) \(names[2])", "rename \(id) \(names[3])")
      },
    ],
    misconceptions: [
      Misconception(
        "waits-for-a-change",
        "A cell was bound and received nothing, so it is empty until the name changes. "
          + "What should a list show that was opened just now?"
      ) { difference in
        difference.lastVerb == "bind" && difference.expected.count == 1 && difference.actual.isEmpty
      },
      Misconception(
        "keeps-the-former-binding",
        "A cell was bound to another user and still received changes of the previous one. A "
          + "list reuses its cells: what has to end before a new binding begins?"
      ) { difference in
        difference.lastVerb == "rename"
          && difference.unexpectedCells.contains { difference.users(of: $0).count > 1 }
      },
      Misconception(
        "calls-a-released-cell",
        "A cell released its binding, and its handler was called all the same. A "
          + "released cell does not call `unbind`: what notices that a binding is released, "
          + "and which object retains which?"
      ) { difference in
        difference.lastVerb == "rename"
          && difference.unexpectedCells.contains { cell in
            difference.steps.contains("release \(cell)")
          }
      },
      Misconception(
        "delivers-nested-changes-first",
        "A handler changed the name before the other handlers had received the previous change, "
          + "and they received the two in the wrong order. Where could the second change wait, "
          + "and for what?"
      ) { difference in
        difference.lastVerb == "rename" && difference.beginsWithOneCell(difference.actual)
          && !difference.beginsWithOneCell(difference.expected)
          && difference.expected.sorted() == difference.actual.sorted()
      },
      .keepsNoOrder,
    ],
    notes: [
      "forget": "releases the user.",
      "kept": "reports the cells whose handlers are still retained.",
      "read": "reports the name of that user.",
      "rename": "sets the name of that user.",
      "release": "releases the cell's binding without a call of `unbind`.",
      "… at-once": "runs the second step in the handler when it receives the current name.",
      "… then": "runs the second step in the handler at its first change.",
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

  /// The users to which a cell has been bound.
  fileprivate func users(of cell: Substring) -> Set<Substring> {
    Set(
      steps.compactMap { step in
        let words = step.split(separator: " ")
        return words.count > 2 && words[0] == "bind" && words[1] == cell ? words[2] : nil
      })
  }
}
