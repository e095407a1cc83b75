internal import Exercising

extension Exercise {
  static let userTable: Exercise = .init(
    "UserTable", chapter: "DDA", title: "Users in a table, and their events",
    solution: UserTableScene<UserTable>.self,
    checks: [
      Check("An inserted user can be read, and a missing one is nil") { random in
        random.cast(.names, .ids).script(
          "open; get id; insert id Ann; get id; get other; insert other Bob; get other; get id",
          "look; another 20 Cid; get 20; get 21")
      },
      Check(
        "Existing tables and users stay, and `all` returns users in the order of their ids",
        needs: [1]
      ) { random in
        random.cast(.names, .ids).script(
          "open; insert id Ann; insert id Bob; look; open; get id; insert other Cid",
          "insert other Cid; insert id Dan; look; columns")
        random.cast(.names, .values).script(
          "open; all; insert v1 Ann; insert v2 Bob; insert v3 Cid; insert v4 Dan; all",
          "another v5 Jake; all")
      },
      Check(
        "Update, delete and save report what they did, with any characters in a name", needs: [1]
      ) { random in
        random.cast(.names, .ids).script(
          "open; insert id Ann; update other Bob; delete other; look; save other Cid; look",
          "save other Dan; save other Dan; look; update id Jake; update id Jake; get id; look",
          "delete other; delete other; get other; look; save other Taylor; look")
        let names = oddNames(&random)
        let plain = random.names(1)[0]
        Script(
          ["open", "insert 1 \(plain)"],
          names.enumerated().flatMap { ["insert \($0 + 2) \($1)", "get \($0 + 2)"] },
          ["look", "update 1 \(names[1])", "save 2 \(names[2])", "save 20 \(names[0])"],
          ["batch 21 \(names[3]) 22 \(names[4])", "look"])
      },
      Check("A batch is written whole or not at all", needs: [1]) { random in
        let cast = random.cast(.names, .values)
        let ids = random.one(of: ["v1", "v5", "v6"], ["v4", "v1", "v6"], ["v4", "v5", "v1"])
        cast.script(
          "open; batch v1 Ann v2 Bob; look; batch \(ids[0]) Dan \(ids[1]) Jake \(ids[2]) Taylor",
          "look; all; insert v3 Cid; look; batch v4 Dan v4 Jake; look; read-only",
          "batch v5 Jake v6 Taylor; writable; batch v5 Jake v6 Taylor; look; batch; look")
      },
      Check("Each change is reported once it is committed, and nothing else is", needs: [1]) {
        random in
        random.cast(.names, .ids).script(
          "open; listen; insert id Ann; insert id Bob; update id Cid; update id Cid",
          "update other Cid; save other Dan; save other Jake; delete id; delete id",
          "batch 20 Dan 21 Jake 22 Taylor; batch 20 Dan 21 Jake 22 Taylor; batch; batch 23 Taylor",
          "read-only; insert id Ann; delete other; save other Bob; writable; delete other; get 20")
      },
    ],
    misconceptions: [
      Misconception("writes-names-into-sql") { $0.actual.has(suffix: "is part of the SQL") },
      Misconception("leaves-the-transaction-open") {
        $0.actual.contains("a transaction was left open")
      },
      Misconception("keeps-half-a-batch", at: "look", "all") {
        $0.stepBefore.hasPrefix("batch ")
          && $0.expected.allSatisfy($0.actual.contains) && $0.actual.count > $0.expected.count
      },
      Misconception("reports-what-did-not-happen") {
        $0.adds(prefix: "event: ") && $0.expected.allSatisfy($0.actual.contains)
          || $0.actual.has(suffix: "before the commit")
      },
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
