internal import Exercising

extension Exercise {
  static let userTable: Exercise = .init(
    "UserTable", chapter: "DDA", title: "Users in a table, and their events",
    solution: { UserTableScene<UserTable>() },
    checks: [
      Check("An inserted user can be read, and a missing one is nil", points: 1) { random in
        let names = random.names(3)
        let (id, other) = random.ids()
        Script(
          "open", "get \(id)", "insert \(id) \(names[0])", "get \(id)", "get \(other)",
          "insert \(other) \(names[1])", "get \(other)", "get \(id)", "look",
          "another 20 \(names[2])", "get 20", "get 21")
      },
      Check(
        "Existing tables and users stay, and `all` returns users in the order of their ids",
        points: 1,
        needs: [1]
      ) { random in
        do {
          let names = random.names(4)
          let (id, other) = random.ids()
          Script(
            "open", "insert \(id) \(names[0])", "insert \(id) \(names[1])", "look", "open",
            "get \(id)", "insert \(other) \(names[2])", "insert \(other) \(names[2])",
            "insert \(id) \(names[3])", "look",
            "columns")
        }
        do {
          let names = random.names(5)
          let ids = Array(random.values(5))
          Script(
            ["open", "all"], zip(ids, names).dropLast().map { "insert \($0) \($1)" },
            ["all", "another \(ids[4]) \(names[4])", "all"])
        }
      },
      Check(
        "Update, delete and save report what they did, with any characters in a name", points: 1,
        needs: [1]
      ) { random in
        do {
          let names = random.names(6)
          let (id, other) = random.ids()
          Script(
            "open", "insert \(id) \(names[0])", "update \(other) \(names[1])", "delete \(other)",
            "look", "save \(other) \(names[2])", "look", "save \(other) \(names[3])",
            "save \(other) \(names[3])", "look", "update \(id) \(names[4])",
            "update \(id) \(names[4])", "get \(id)", "look", "delete \(other)", "delete \(other)",
            "get \(other)", "look", "save \(other) \(names[5])", "look")
        }
        do {
          let names = oddNames(&random)
          let plain = random.names(1)[0]
          Script(
            ["open", "insert 1 \(plain)"],
            names.enumerated().flatMap { ["insert \($0 + 2) \($1)", "get \($0 + 2)"] },
            ["look", "update 1 \(names[1])", "save 2 \(names[2])", "save 20 \(names[0])"],
            ["batch 21 \(names[3]) 22 \(names[4])", "look"])
        }
      },
      Check("A batch is written whole or not at all", points: 1, needs: [1]) { random in
        let names = random.names(6)
        let ids = Array(random.values(6))
        let place = Int.random(in: 0...2, using: &random)
        let second = (0...2).map { "\(ids[$0 == place ? 0 : $0 + 3]) \(names[$0 + 3])" }
          .joined(separator: " ")
        Script(
          "open", "batch \(ids[0]) \(names[0]) \(ids[1]) \(names[1])", "look", "batch \(second)",
          "look", "all", "insert \(ids[2]) \(names[2])", "look",
          "batch \(ids[3]) \(names[3]) \(ids[3]) \(names[4])", "look", "read-only",
          "batch \(ids[4]) \(names[4]) \(ids[5]) \(names[5])", "writable",
          "batch \(ids[4]) \(names[4]) \(ids[5]) \(names[5])", "look", "batch", "look")
      },
      Check(
        "Each change is reported once it is committed, and nothing else is", points: 1, needs: [1]
      ) {
        random in
        let names = random.names(6)
        let (id, other) = random.ids()
        let batch = "batch 20 \(names[3]) 21 \(names[4]) 22 \(names[5])"
        Script(
          "open", "listen", "insert \(id) \(names[0])", "insert \(id) \(names[1])",
          "update \(id) \(names[2])", "update \(id) \(names[2])", "update \(other) \(names[2])",
          "save \(other) \(names[3])",
          "save \(other) \(names[4])", "delete \(id)", "delete \(id)", batch, batch, "batch",
          "batch 23 \(names[5])",
          "read-only", "insert \(id) \(names[0])", "delete \(other)", "save \(other) \(names[1])",
          "writable", "delete \(other)", "get 20")
      },
    ],
    misconceptions: [
      Misconception(
        "writes-names-into-sql",
        "A name became a part of the SQL. What does the database read if a name ends "
          + "your statement and begins another? A value has a place of its own in a "
          + "statement."
      ) { difference in difference.actual.contains { $0.hasSuffix("is part of the SQL") } },
      Misconception(
        "leaves-the-transaction-open",
        "A statement of a batch failed, the call ended, and the transaction did not: "
          + "the next write would belong to it. Which paths lead out of your code between "
          + "its beginning and its end?"
      ) { difference in difference.actual.contains("a transaction was left open") },
      Misconception(
        "keeps-half-a-batch",
        "A batch was refused, and part of it is in the table. By default each statement "
          + "is a transaction of its own: how do several become one?"
      ) { difference in
        ["look", "all"].contains(difference.lastVerb)
          && difference.stepBefore.hasPrefix("batch ")
          && difference.expected.allSatisfy(difference.actual.contains)
          && difference.actual.count > difference.expected.count
      },
      Misconception(
        "reports-what-did-not-happen",
        "An event reported a change that the table does not have. Its receivers read "
          + "the table again and find nothing: when is a change certain?"
      ) { difference in
        difference.actual.reportsChange && !difference.expected.reportsChange
          && difference.expected.allSatisfy(difference.actual.contains)
          || difference.actual.contains { $0.hasSuffix("before the commit") }
      },
    ],
    notes: [
      "another": "inserts a user as another program does.",
      "batch": "inserts several users by one call.",
      "columns": "reports the columns of the table.",
      "listen": "reports the changes of the table from now on.",
      "look": "reads all rows as another program does.",
      "open": "makes the table, even if it exists already.",
      "read-only": "makes the database refuse writes until “writable”.",
      "writable": "ends “read-only”.",
    ])
}

/// Names with other characters than letters, one of each kind, in random order.
private func oddNames(_ random: inout SeededGenerator) -> [String] {
  let names = random.names(5)
  return [
    "\(names[0])');_DROP_TABLE_user;--", "\(names[1])_O'Hara", "\"\(names[2])\"_the_Second",
    "🦊_\(names[3])_👋🏽", "?,_\(names[4])_--_NULL",
  ].shuffled(using: &random)
}

extension [String] {
  /// Whether one of the lines is an event of the table.
  fileprivate var reportsChange: Bool { contains { $0.hasPrefix("event: ") } }
}
