internal import Exercising

extension Exercise {
  static let liveResults: Exercise = .init(
    "LiveResults", chapter: "ConfinedStore", title: "A list that waits for a refresh",
    solution: LiveResultsScene<LiveResults>.self,
    checks: [
      Check("The list is filtered and sorted, and keeps its version until a refresh") { random in
        for order in ["id", "name"] {
          random.manyRows().script((1...24).steps { "in\($0)" }, "open 3 \(order); list")
          random.rows().script(
            "in1; in2; in3; in4; open 3 \(order); list; in5; drop id1; list; refresh; list; out2",
            "in6; refresh; list; refresh; list")
        }
      },
      Check("The table is read on demand, and once for each version", needs: [1]) { random in
        let rows = random.rows()
        rows.script(
          "in1; in2; open 3 name; readings; list; readings; list; readings; in3; list; readings",
          "refresh; readings; in4; refresh; readings; list; list; readings")
        rows.script(
          "in1; open 3 id; observe ann; observe bob; readings; refresh; readings; refresh",
          "readings; in2; in3; refresh; readings; list; readings; release ann; release bob; in5",
          "refresh; readings")
        rows.script(
          "in1; open 3 id; observe ann; refresh; readings; silent ann in2; readings; refresh",
          "readings; silent ann in3; readings; list; readings; silent ann in4; in5; refresh",
          "readings")
        rows.script(
          "in1; open 3 id", random.crowd("observer").steps { "observe \($0)" }, "refresh; in2",
          "refresh; readings")
      },
      Check("An observer receives the initial list, then the changed positions", needs: [1]) {
        random in
        let rows = random.rows()
        let listen = random.one(of: "observe taylor listing", "observe taylor")
        rows.script(
          "in1; open 3 id", random.crowd("observer").steps { "observe \($0)" }, "refresh; in2",
          "refresh")
        // Two scripts, because numbers in a set may be in order by chance.
        for _ in 1...2 {
          random.manyRows().script(
            (1...16).steps { "in\($0)" }, "open 3 name; observe jake; refresh",
            (1...8).steps { "drop id\($0)" }, (17...24).steps { "in\($0)" },
            (9...16).steps { "put id\($0) name\($0) 9" }, "refresh")
        }
        rows.script(
          "in2; in3; in4; in5; open 3 name; observe jake; in6; refresh; in1; put id4 name4 9",
          "refresh; \(listen); drop id3; refresh; drop id5; drop id1; refresh; refresh")
        rows.script(
          "open 3 name; observe jake listing; refresh; in2; in3; in4; in5; refresh; drop id2; in6",
          "refresh; in1; drop id5; refresh; put id6 name6 9; refresh; renamed4; refresh")
        rows.script(
          "in1; out2; in3; out4; open 3 name; observe taylor; refresh; in2; refresh; out1; refresh",
          "out5; put id4 name4 0; refresh; in5; put id3 name3 9; in1; out2; refresh; in4; out4",
          "refresh; list")
      },
      Check("A silent write notifies all observers but the silenced ones", needs: [3]) { random in
        random.rows().script(
          "in2; in4; open 3 name; observe ann; observe bob; refresh; silent ann in3; list; refresh",
          "write in1; list; refresh; in6; silent bob drop id2; in5; refresh; refresh; observe cid",
          "refresh; silent cid,ann drop id1; refresh")
      },
      Check("Releasing an observer's token removes that observer and no other", needs: [3]) {
        random in
        let rows = random.rows()
        rows.script(
          "in1; open 3 id; observe ann; observe bob unkept; observe cid; refresh; in2; release ann",
          "refresh; release cid; in3; refresh; list")
        rows.script(
          "in1; open 3 id; observe ann; observe bob releasing ann; observe cid releasing dan",
          "observe dan; observe jake releasing jake; observe taylor; refresh; in4; refresh",
          "release taylor; in5; refresh")
      },
    ],
    misconceptions: [
      Misconception("follows-the-table", at: "list") { ["put", "drop"].contains($0.verbBefore) },
      Misconception("reads-before-it-is-used", at: "readings") {
        ["open", "refresh", "observe"].contains($0.verbBefore)
          && $0.countsMore && !$0.steps.dropLast().contains("list")
          && ($0.verbBefore != "refresh" || !$0.hasEarlierStep("observe "))
      },
      Misconception("reads-a-version-twice", at: "readings") {
        $0.verbBefore == "list" && $0.countsMore
      },
      Misconception("mixes-old-and-new-positions", at: "refresh") { difference in
        let (expected, actual) = (difference.expected.updates, difference.actual.updates)
        return difference.actual != difference.expected && expected.count == actual.count
          && zip(expected, actual).allSatisfy {
            $0.kept == $1.kept && $0.modified.count == $1.modified.count
          } && zip(expected, actual).contains { $0.modified.sorted() != $1.modified.sorted() }
      },
      Misconception("notifies-the-silenced-observer", at: "refresh") {
        $0.steps.has(prefix: "silent ") && $0.actual.count > $0.expected.count
      },
      Misconception("retains-observers-without-tokens", at: "refresh") { difference in
        difference.actual.count > difference.expected.count
          && difference.steps.contains { $0.hasPrefix("release ") || $0.hasSuffix(" unkept") }
      },
      .keepsNoOrder,
    ])
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

extension SeededGenerator {
  /// Words for rows with these names, by their numbers from 1 on: `id1`, `name1`, and steps.
  fileprivate mutating func rows(_ names: [String] = Self.everyone) -> Cast {
    var cast = Cast()
    for (number, (name, id)) in zip(1..., zip(names, values(names.count))) {
      let stars = Int.random(in: 4...5, using: &self)
      cast.words["id\(number)"] = "\(id)"
      cast.words["name\(number)"] = name
      // With enough stars for a list of three and more, and with too few.
      cast.words["in\(number)"] = "put \(id) \(name) \(stars)"
      cast.words["out\(number)"] = "put \(id) \(name) \(stars - 3)"
      // Another name at the same position of the list.
      cast.words["renamed\(number)"] = "put \(id) \(name)a \(stars)"
    }
    return cast
  }

  /// Shuffled rows: so many that an unordered collection does not have eight in order by chance.
  fileprivate mutating func manyRows() -> Cast {
    let names = (11...34).map { "artist\($0)" }.shuffled(using: &self)
    return rows(names)
  }
}
