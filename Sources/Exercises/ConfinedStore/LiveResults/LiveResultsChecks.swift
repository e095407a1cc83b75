internal import Exercising

extension Exercise {
  static let liveResults: Exercise = .init(
    "LiveResults", chapter: "ConfinedStore", title: "A list that waits for a refresh",
    solution: { LiveResultsScene<LiveResults>() },
    checks: [
      Check("The list is filtered and sorted, and keeps its version until a refresh", points: 1) {
        random in
        for order in ["id", "name"] {
          Script(random.manyRows().map(\.kept), ["open 3 \(order)", "list"])
          // The ids are not in the order of the names.
          let rows = zip(random.rowsByName(6), random.values(6).sorted(by: >)).map { row, id in
            Row(id: id, name: row.name, stars: row.stars)
          }
          Script(
            rows[..<4].map(\.kept)
              + [
                "open 3 \(order)", "list", rows[4].kept, "drop \(rows[0].id)", "list", "refresh",
              ]
              + ["list", rows[1].dropped, rows[5].kept, "refresh", "list", "refresh", "list"])
        }
      },
      Check("The table is read on demand, and once for each version", points: 1, needs: [1]) {
        random in
        let rows = random.rows(5)
        Script(
          rows[0].kept, rows[1].kept, "open 3 name", "readings", "list", "readings", "list",
          "readings", rows[2].kept, "list", "readings", "refresh", "readings", rows[3].kept,
          "refresh", "readings", "list", "list", "readings")
        Script(
          rows[0].kept, "open 3 id", "observe ann", "observe bob", "readings", "refresh",
          "readings", "refresh", "readings", rows[1].kept, rows[2].kept, "refresh", "readings",
          "list", "readings", "release ann", "release bob", rows[4].kept, "refresh", "readings")
        Script(
          rows[0].kept, "open 3 id", "observe ann", "refresh", "readings",
          "silent ann \(rows[1].kept)", "readings", "refresh", "readings",
          "silent ann \(rows[2].kept)", "readings", "list", "readings",
          "silent ann \(rows[3].kept)", rows[4].kept, "refresh", "readings")
        Script(
          [rows[0].kept, "open 3 id"], random.crowd("observer").map { "observe \($0)" },
          ["refresh", rows[1].kept, "refresh", "readings"])
      },
      Check(
        "An observer receives the initial list, then the changed positions", points: 1, needs: [1]
      ) { random in
        do {
          let rows = random.rowsByName(6)
          let other = random.one(of: "listing", "kept")
          Script(
            [rows[0].kept, "open 3 id"], random.crowd("observer").map { "observe \($0)" },
            ["refresh", rows[1].kept, "refresh"])
          // Two scripts, because numbers in a set may be in order by chance.
          for many in [random.manyRows(), random.manyRows()] {
            Script(
              many[..<16].map(\.kept), ["open 3 name", "observe jake", "refresh"],
              many[..<8].map { "drop \($0.id)" }, many[16...].map(\.kept),
              many[8..<16].map { "put \($0.id) \($0.name) 9" }, ["refresh"])
          }
          let listen = other == "listing" ? "observe taylor listing" : "observe taylor"
          Script(
            rows[1...4].map(\.kept)
              + ["open 3 name", "observe jake", rows[5].kept, "refresh", rows[0].kept]
              + ["put \(rows[3].id) \(rows[3].name) 9", "refresh", listen, "drop \(rows[2].id)"]
              + ["refresh", "drop \(rows[4].id)", "drop \(rows[0].id)", "refresh", "refresh"])
          Script(
            rows[1...4].map(\.kept)
              + ["open 3 name", "observe jake listing", "refresh", "drop \(rows[1].id)"]
              + [rows[5].kept, "refresh", rows[0].kept, "drop \(rows[4].id)", "refresh"]
              + ["put \(rows[5].id) \(rows[5].name) 9", "refresh", rows[3].renamed, "refresh"])
          Script("open 3 name", "observe jake", "refresh", rows[0].kept, "refresh")
        }
        do {
          let rows = random.rowsByName(5)
          Script(
            rows[0].kept, rows[1].dropped, rows[2].kept, rows[3].dropped, "open 3 name",
            "observe taylor", "refresh", rows[1].kept, "refresh", rows[0].dropped, "refresh",
            rows[4].dropped, "put \(rows[3].id) \(rows[3].name) 0", "refresh", rows[4].kept,
            "put \(rows[2].id) \(rows[2].name) 9", rows[0].kept, rows[1].dropped, "refresh",
            rows[3].kept, rows[3].dropped, "refresh", "list")
        }
      },
      Check("A silent write notifies all observers but the silenced ones", points: 1, needs: [3]) {
        random in
        let rows = random.rowsByName(6)
        Script(
          rows[1].kept, rows[3].kept, "open 3 name", "observe ann", "observe bob", "refresh",
          "silent ann \(rows[2].kept)", "list", "refresh", "write \(rows[0].kept)", "list",
          "refresh", rows[5].kept, "silent bob drop \(rows[1].id)", rows[4].kept, "refresh",
          "refresh", "observe cid", "refresh", "silent cid,ann drop \(rows[0].id)", "refresh")
      },
      Check(
        "Releasing an observer's token removes that observer and no other", points: 1, needs: [3]
      ) {
        random in
        let rows = random.rows(5)
        Script(
          rows[0].kept, "open 3 id", "observe ann", "observe bob unkept", "observe cid", "refresh",
          rows[1].kept, "release ann", "refresh", "release cid", rows[2].kept, "refresh", "list")
        Script(
          rows[0].kept, "open 3 id", "observe ann", "observe bob releasing cid", "observe cid",
          "observe dan", "refresh", rows[3].kept, "refresh", "release dan", rows[4].kept, "refresh")
        Script(
          rows[0].kept, "open 3 id", "observe ann", "observe bob releasing ann", "observe cid",
          "observe dan releasing dan", "observe jake", "refresh", rows[3].kept, "refresh")
      },
    ],
    misconceptions: [
      Misconception(
        "follows-the-table",
        "The list showed a write before it was refreshed. Think of a screen that has counted its "
          + "rows and asks for them one by one: what must not happen in between?"
      ) { difference in
        difference.lastStep == "list" && ["put", "drop"].contains(difference.verbBefore)
      },
      Misconception(
        "reads-before-it-is-used",
        "The table was read although the list was not used. When does the list need the rows for "
          + "the first time?"
      ) { difference in
        difference.lastStep == "readings"
          && ["open", "refresh", "observe"].contains(difference.verbBefore)
          && difference.readsMore && !difference.steps.dropLast().contains("list")
          && (difference.verbBefore != "refresh" || !difference.hasEarlierStep("observe "))
      },
      Misconception(
        "reads-a-version-twice",
        "The list was used twice at one version, and the table was read twice. What can be new the "
          + "second time?"
      ) { difference in
        difference.lastStep == "readings" && difference.verbBefore == "list"
          && difference.readsMore
      },
      Misconception(
        "mixes-old-and-new-positions",
        "The right artists were reported, at the wrong positions. A position belongs to one list: "
          + "in which of the two is a deleted artist, an inserted one, a modified one?"
      ) { difference in
        let (expected, actual) = (difference.expected.updates, difference.actual.updates)
        return difference.isNotifying && difference.actual != difference.expected
          && expected.count == actual.count
          && zip(expected, actual).allSatisfy {
            $0.kept == $1.kept && $0.modified.count == $1.modified.count
          } && zip(expected, actual).contains { $0.modified.sorted() != $1.modified.sorted() }
      },
      Misconception(
        "notifies-the-silenced-observer",
        "An observer received a change that was made without notifying it; its screen shows the "
          + "change already, and now shows it twice. Which list has this observer received, and "
          + "when?"
      ) { difference in
        difference.isNotifying && difference.steps.contains { $0.hasPrefix("silent ") }
          && difference.actual.count > difference.expected.count
      },
      Misconception(
        "retains-observers-without-tokens",
        "The observer's token was released, and yet the observer was called. What keeps it alive?"
      ) { difference in
        difference.isNotifying && difference.actual.count > difference.expected.count
          && difference.steps.contains { $0.hasPrefix("release ") || $0.hasSuffix(" unkept") }
      },
      .keepsNoOrder,
    ],
    notes: [
      "drop": "deletes the row with that id, without the list.",
      "list": "reports the list.",
      "open": "makes the list of artists with so many stars or more, sorted by that property.",
      "put": "writes a row (id, name, stars), without the list.",
      "readings": "reports how often the table was read.",
      "release": "releases the token of that observer.",
      "silent": "writes through the list without notifying those observers.",
      "write": "writes through the list.",
      "… listing": "is an observer that also reports the list when it is notified.",
      "… releasing": "is an observer that releases the named one's token when it is notified.",
      "… unkept": "is an observer whose token is not retained.",
    ])
}

extension Difference {
  fileprivate var verbBefore: Substring { stepBefore.prefix { $0 != " " } }
  fileprivate var isNotifying: Bool { lastStep == "refresh" }
  /// Whether the table was read more often than necessary.
  fileprivate var readsMore: Bool {
    (actual.last?.lastNumber ?? 0) > (expected.last?.lastNumber ?? 0)
  }
}

extension [String] {
  /// Each line, split before its modified positions.
  fileprivate var updates: [(kept: String, modified: [Substring])] {
    map { line in
      guard let place = line.firstRange(of: " modifications ") else { return (line, []) }
      let modified = line[place.upperBound...].split { !$0.isNumber }
      return (String(line[..<place.lowerBound]), modified)
    }
  }
}

/// An artist, with enough stars for a list of three and more, or with too few.
private struct Row {
  let id: Int
  let name: String
  let stars: Int

  var kept: String { "put \(id) \(name) \(stars)" }
  var dropped: String { "put \(id) \(name) \(stars - 3)" }
  /// A step that changes the name but not its position in the list.
  var renamed: String { "put \(id) \(name)a \(stars)" }
}

extension SeededGenerator {
  fileprivate mutating func rows(_ count: Int) -> [Row] {
    let ids = values(count)
    return zip(people(count), ids).map { name, id in
      Row(id: id, name: name, stars: Int.random(in: 4...5, using: &self))
    }
  }

  /// Shuffled rows: so many that an unordered collection does not have eight in order by chance.
  fileprivate mutating func manyRows() -> [Row] {
    let names = (11...34).shuffled(using: &self).map { "artist\($0)" }
    return zip(names, values(names.count)).map { Row(id: $1, name: $0, stars: 4) }
  }

  fileprivate mutating func rowsByName(_ count: Int) -> [Row] {
    rows(count).sorted { $0.name < $1.name }
  }
}
