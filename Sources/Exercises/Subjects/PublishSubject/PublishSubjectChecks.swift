internal import Exercising

extension Exercise {
  static let publishSubject: Exercise = .init(
    "PublishSubject", chapter: "Subjects", title: "Only what comes after you subscribe",
    solution: SubjectScene<PublishSubject>.self,
    checks: [
      Check("An observer receives the signals after its subscription") { random in
        let values = random.values(6)
        let early = Int.random(in: 1...2, using: &random)
        random.cast(.people).script(
          values[..<early].steps { "next \($0)" }, "subscribe ann",
          values[early...].steps { "next \($0)" })
      },
      Check("All observers receive a signal, in the order in which they subscribed", needs: [1]) {
        random in
        let cast = random.cast(.people, .values)
        cast.script(random.crowd("observer").steps { "subscribe \($0)" }, "next v4; complete")
        cast.script(
          "subscribe ann; next v1; subscribe bob; subscribe cid; next v2; next v3; next v3",
          "complete")
      },
      Check("A disposed observer receives nothing more", needs: [2]) { random in
        // The first observer leaves, so the others move up in a list.
        random.cast(.people, .values).script(
          "subscribe ann; subscribe bob; subscribe cid; next v1; dispose ann; next v2; dispose bob",
          "dispose bob; next v3; subscribe ann; next v4; complete")
      },
      Check("Nothing follows the terminal event, which late subscribers receive", needs: [1]) {
        random in
        let error = "error \(random.one(of: "lost", "late", "refused"))"
        for end in ["complete", error] {
          random.cast(.people, .values).script(
            "subscribe ann; next v1; \(end); next v2; subscribe bob",
            end == error ? "complete" : error, "dispose ann; next v3; subscribe cid; dispose bob")
        }
      },
      Check(
        "Observers subscribe, leave, send and end the sequence while a signal is delivered",
        needs: [3, 4]
      ) { random in
        let cast = random.cast(.people, .values)
        // There is always an observer after the one that leaves.
        cast.script(
          ["subscribe ann leaving", "subscribe bob inviting dan"].shuffled(using: &random)
            .joined(separator: "; "),
          "subscribe jake; next v1; next v2; subscribe cid inviting ann; complete")
        cast.script(
          "subscribe ann; subscribe bob dropping ann; subscribe cid; subscribe jake; next v1",
          "next v2; subscribe dan sending v3; complete")
        cast.script(
          "subscribe ann; subscribe bob dropping cid; subscribe cid; subscribe jake; next v1",
          "next v2")
        cast.script(
          "subscribe ann; subscribe bob completing; subscribe cid; next v1; subscribe jake",
          "next v2")
        cast.script("subscribe ann; subscribe bob sending v2; subscribe cid; next v1")
        cast.script(
          "subscribe ann; subscribe bob dropping cid; subscribe cid; subscribe jake",
          random.one(of: "complete", "error lost"))
      },
    ],
    misconceptions: [
      Misconception("replays-to-late-subscribers", at: "subscribe") { difference in
        difference.expected.isEmpty
          && difference.words(of: "next").contains { step in
            difference.actual.has(suffix: " next(\(step[1]))")
          }
      },
      Misconception("late-subscribers-wait-forever", at: "subscribe") {
        !$0.expected.isEmpty && $0.actual.isEmpty
      },
      Misconception("emits-after-the-terminal-event", at: "next", "error", "complete") {
        $0.expected.isEmpty && !$0.actual.isEmpty && $0.hasEarlierStep("complete", "error ")
      },
      Misconception("sends-on-a-queue", at: "next", "error", "complete") {
        !$0.expected.isEmpty && $0.actual.isEmpty
          && !$0.hasEarlierStep("complete", "error ", "dispose ")
      },
      .keepsNoOrder,
    ])
}
