internal import Exercising

extension Exercise {
  static let broadcast: Exercise = .init(
    "Broadcast", chapter: "Subjects", title: "A stream for each reader",
    solution: BroadcastScene<Broadcast>.self,
    checks: [
      Check("A reader receives the values that are sent after its stream was made") { random in
        let cast = random.cast(.people, .values)
        let keep = "keep \(Int.random(in: 4...9, using: &random))"
        cast.script(keep, "send v1; open ann; read ann; send v2; send v3; send v3; send v4")
        cast.script(keep, "send v5; open bob sending v6; send v7; read bob; send v1")
      },
      Check(
        "Each of several readers receives every value, and the streams are counted", needs: [1]
      ) { random in
        random.cast(.people, .values).script(
          "keep \(Int.random(in: 4...9, using: &random)); open ann; open bob; open cid; read ann",
          "read bob; read cid; send v1; send v2; open dan; send v3; read dan; send v4; streams")
      },
      Check("A stream keeps the newest unread values", needs: [1]) { random in
        let people = random.people(2)
        for limit in [Int.random(in: 2...4, using: &random), 1] {
          random.cast(.values).script(
            "keep \(limit); open \(people[0])", (1...limit + 1).steps { "send v\($0)" },
            "open \(people[1]); send v\(limit + 2); read \(people[0]); read \(people[1])",
            (limit + 3...2 * limit + 4).steps { "send v\($0)" })
        }
      },
      Check("The end follows the unread values, and a later stream ends at once", needs: [2]) {
        random in
        random.cast(.people, .values).script(
          "keep \(Int.random(in: 3...9, using: &random)); open ann; open bob; read ann; send v1",
          "send v2 finishing; streams; send v3; read bob; open cid; read cid; finish",
          "open dan sending v4; read dan; streams")
      },
      Check(
        "A reader that leaves is removed, the release of the broadcast is the end, and threads use "
          + "it without a data race", needs: [2], findsRaces: true
      ) { random in
        random.cast(.people, .values).script(
          "keep \(Int.random(in: 3...9, using: &random)); open ann; open bob; open cid; open dan",
          "open jake; streams; read ann; read bob 2; read cid; send v1; cancel ann; streams",
          "send v2; streams; drop dan; streams; send v3; open ann; read ann; send v4; streams",
          "forget; read jake")
        Script(
          "keep 2", "threads \(Int.random(in: 20...40, using: &random))", "streams",
          "pairs \(Int.random(in: 2...9, using: &random))")
      },
    ],
    misconceptions: [
      Misconception("readers-share-one-stream", at: "send") {
        guard let first = $0.words(of: "read").first else { return false }
        return $0.expected.count > 1 && $0.actual.count == 1
          && $0.actual[0].hasPrefix("\(first[1]) receives")
      },
      Misconception("joins-in-a-task", at: "read") { difference in
        difference.words(of: "open").contains {
          $0.count == 4 && difference.missing == ["\($0[1]) receives \($0[3])"]
        }
      },
      Misconception("never-removes-a-stream", at: "streams") {
        $0.countsMore && $0.hasEarlierStep("cancel ")
      },
      Misconception("keeps-every-unread-value", at: "read") { difference in
        let sent = difference.steps.drop { $0 != "open \(difference.lastStep.dropFirst(5))" }
          .filter { $0.hasPrefix("send ") }.map { $0.split(separator: " ")[1] }
        let received = sent.map { "\(difference.lastWords[1]) receives \($0)" }
        return difference.actual.count > difference.expected.count
          && difference.actual.suffix(difference.expected.count) == difference.expected[...]
          && difference.unexpected.allSatisfy(received.contains)
      },
    ], runsInTasks: true)
}
