internal import Exercising

extension Exercise {
  static let replayBuffer: Exercise = .init(
    "ReplayBuffer", chapter: "Subjects", title: "The last few values come first",
    solution: ReplayScene<ReplayBuffer>.self,
    checks: [
      Check("A subscriber first receives the buffered values, oldest first") { random in
        let size = Int.random(in: 2...4, using: &random)
        random.cast(.values).script(
          "keep 1; next v1", random.crowd("observer").steps { "subscribe \($0)" }, "next v2",
          "next v3")
        for size in [size, 1, size + 1] {
          let values = random.values(2 * size + 2)
          // A buffer that is not full, one that dropped one value, and one that dropped all.
          random.cast(.people).script(
            "keep \(size)", values[..<(size - 1)].steps { "next \($0)" }, "subscribe ann",
            values[(size - 1)...size].steps { "next \($0)" }, "subscribe bob",
            values[(size + 1)...].steps { "next \($0)" }, "subscribe cid")
        }
        random.cast(.people, .values).script(
          "keep 0; next v1; subscribe ann; next v2; subscribe bob; next v3; complete",
          "subscribe cid")
      },
      Check(
        "A new signal reaches all observers, in the order in which they subscribed", needs: [1]
      ) { random in
        random.cast(.people, .values).script(
          "keep \(Int.random(in: 1...3, using: &random)); subscribe ann; next v1; subscribe bob",
          "subscribe cid; next v2; next v3; next v3; next v4; complete")
      },
      Check("A late subscriber receives the buffered values, then the terminal event", needs: [1]) {
        random in
        let error = "error \(random.one(of: "lost", "late", "refused"))"
        for end in ["complete", error] {
          let size = Int.random(in: 1...3, using: &random)
          random.cast(.people, .values).script(
            "keep \(size); subscribe ann", (1...size + 1).steps { "next v\($0)" }, "\(end)",
            "subscribe bob; next v\(size + 2)", end == error ? "complete" : error, "subscribe cid")
        }
      },
      Check("A disposed observer receives nothing more, and is released", needs: [2]) { random in
        let people = random.people(4)
        let leaving = people.prefix(3).shuffled(using: &random)
        let cast = random.cast(.values)
        cast.script(
          "keep 2", people.prefix(3).steps { "subscribe \($0)" }, "held; next v1",
          "dispose \(leaving[0]); next v2; held; dispose \(leaving[1]); dispose \(leaving[1])",
          "next v3; held; subscribe \(leaving[0]); next v4; complete; dispose \(leaving[2])",
          "dispose \(leaving[0]); held")
        cast.script(
          "keep 2; subscribe \(people[0]) leaving; subscribe \(people[1]); next v1; next v2",
          "next v3; next v4; held")
      },
      Check(
        "Observers subscribe, leave, send and end the sequence during a delivery", needs: [2, 3]
      ) { random in
        let cast = random.cast(.people, .values)
        let size = Int.random(in: 2...3, using: &random)
        let begin = "keep \(size); subscribe ann; next v1; next v2; next v3"
        cast.script(begin, "subscribe bob sending v4 v6; next v5; subscribe dan")
        cast.script(begin, "subscribe bob completing; next v5; subscribe dan")
        cast.script(begin, "subscribe bob inviting cid")
        cast.script(
          "keep \(size); subscribe ann inviting cid; subscribe bob; next v2; next v3",
          "subscribe dan")
        cast.script(
          "keep 1; subscribe ann sending v1; subscribe bob inviting cid; next v2; subscribe dan",
          "next v3")
        cast.script(
          "keep \(size); subscribe ann inviting cid; subscribe bob sending v1; complete",
          "subscribe dan")
        for act in ["completing", "dropping ann", "dropping cid"] {
          cast.script(
            "keep \(size); subscribe ann; subscribe bob \(act); subscribe cid; next v1",
            "subscribe dan; next v2")
        }
      },
    ],
    misconceptions: [
      Misconception("newest-first", at: "subscribe") {
        $0.actual.count > 1 && $0.actual == $0.expected.reversed() && !$0.steps.has(" sending ")
      },
      Misconception("keeps-one-too-many", at: "subscribe") { difference in
        !difference.actual.isEmpty && Array(difference.actual.dropFirst()) == difference.expected
      },
      Misconception("keeps-the-first-values", at: "subscribe") { difference in
        let oldest = difference.words(of: "next").prefix(difference.expected.count)
        return !oldest.isEmpty
          && difference.actual.map { $0.drop { $0 != " " } } == oldest.map { " next(\($0[1]))" }
      },
      Misconception("ends-without-the-buffered-values", at: "subscribe") {
        $0.expected.count > 1
          && $0.actual == Array($0.expected.suffix(1)) && !$0.actual.has(" next")
      },
      Misconception("delivers-the-current-value-twice", at: "next") {
        $0.unexpected.isEmpty && $0.actual.count > Set($0.actual).count
      },
      Misconception("new-signals-overtake-buffered-ones", at: "subscribe") {
        $0.unexpected.isEmpty && $0.missing.isEmpty
          && ($0.lastStep.contains("sending") || $0.lastStep.contains("completing"))
      },
      .keepsNoOrder,
    ])
}
