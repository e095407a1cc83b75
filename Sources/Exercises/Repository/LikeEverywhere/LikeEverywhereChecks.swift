internal import Exercising

extension Exercise {
  static let likeEverywhere: Exercise = .init(
    "LikeEverywhere", chapter: "Repository", title: "One like, and every screen shows it",
    solution: MomentsScene<LikeEverywhere>.self,
    checks: [
      Check(
        "Open screens receive each timeline that is saved; a late screen receives the latest at once"
      ) { random in
        let cast = random.cast(.screens)
        let timeline = random.timeline()
        cast.script(
          random.crowd("screen").steps { "open \($0)" }, "load timeline; answer 1 \(timeline)")
        cast.script(
          "store holds \(timeline); open timeline; open detail; load detail",
          "answer 1 \(timeline.liking(1)); open profile; close detail; close detail; load timeline",
          "answer 2 \(timeline); open detail")
        cast.script(
          "open timeline; load timeline; open detail; answer 1 \(timeline); load profile; answer 2",
          "open profile")
      },
      Check("A like shows on all screens when the server has answered", needs: [1]) { random in
        let cast = random.cast(.screens)
        let timeline = random.timeline()
        let numbers = timeline.numbers
        cast.script(
          "store holds \(timeline); open timeline; open detail; open profile",
          "like detail \(numbers[0]); answer 1 \(timeline.liking(0)); like profile \(numbers[1])",
          "answer 2 \(timeline.liking(0, 1)); unlike timeline \(numbers[0]); close detail",
          "answer 3 \(timeline.liking(1)); open detail")
      },
      Check("A failure changes nothing and is reported to the caller", needs: [1]) { random in
        let cast = random.cast(.screens)
        let timeline = random.timeline()
        let like = "like detail \(timeline.numbers[0])"
        cast.script(
          "store holds \(timeline); open timeline; open detail; \(like)",
          "fail 1 \(random.problem()); open profile; load timeline; fail 2 \(random.problem())",
          "\(like); answer 3 \(timeline.liking(0))")
      },
      Check(
        "A list that was requested before a like, or before a newer list, is dropped",
        needs: [1, 2]
      ) { random in
        do {
          let cast = random.cast(.screens)
          let timeline = random.timeline()
          let (load, like) = ("load timeline", "like detail \(timeline.numbers[0])")
          let (new, both) = (timeline.liking(0), timeline.liking(0, 1))
          for steps in [
            "\(load); \(like); answer 2 \(new); answer 1 \(timeline); \(load); answer 3 \(both)",
            "\(like); \(load); answer 1 \(new); answer 2 \(timeline); \(load); answer 3 \(both)",
            "\(load); \(like); answer 1 \(timeline); answer 2 \(new)",
            "\(load); \(like); fail 2 \(random.problem()); answer 1 \(both)",
            "\(like); \(load); answer 2 \(both); answer 1 \(new)",
          ] {
            cast.script("open timeline; open detail", steps)
          }
        }
        let cast = random.cast(.screens)
        let timeline = random.timeline()
        for order in [[2, 1, 3], [3, 1, 2], [1, 2, 3], [1, 3, 2]] {
          cast.script(
            "open timeline; load timeline; load detail; load profile",
            order.steps { "answer \($0) \(timeline.liking($0 - 1))" }, "open detail")
        }
      },
      Check("Likes are sent one after the other", needs: [2]) { random in
        let cast = random.cast(.screens)
        let timeline = random.timeline()
        let numbers = timeline.numbers
        cast.script(
          random.values(8).steps { "like timeline \($0)" }, (1...8).steps { "answer \($0)" })
        cast.script(
          "open timeline; like timeline \(numbers[0]); unlike detail \(numbers[0])",
          "like profile \(numbers[1]); answer 1 \(timeline.liking(0)); fail 2 \(random.problem())",
          "like timeline \(numbers[2]); like profile \(numbers[2])",
          "answer 3 \(timeline.liking(0, 1)); fail 4 \(random.problem())",
          "like detail \(numbers[2])")
        cast.script(
          "open timeline; like timeline \(numbers[0]); open detail liking \(numbers[1])",
          "load profile; answer 1 \(timeline.liking(0)); answer 3 \(timeline.liking(0, 1))",
          "answer 2 \(timeline)")
      },
    ],
    misconceptions: [
      Misconception("shows-before-the-answer", at: "like", "unlike") {
        $0.unexpected.has(prefix: "store: saves") || $0.unexpected.has(" shows ")
      },
      Misconception("an-older-list-undoes-a-like", at: "answer") {
        $0.hasEarlierStep("like ") && $0.expected.count == 1
          && ($0.unexpected.has(prefix: "store: saves") || $0.unexpected.has(" shows "))
      },
      Misconception("failures-look-like-success", at: "fail") { $0.missing.has(": failed") },
      Misconception("likes-overtake-each-other") { difference in
        difference.unexpected.contains { $0.hasPrefix("request ") && $0.contains("like ") }
          && difference.missing.isEmpty
      },
      .keepsNoOrder,
    ])
}

/// Three moments, in the format of a script: `3 7-liked 8`.
private struct Timeline: CustomStringConvertible {
  let numbers: [Int]
  private var liked: Set<Int> = []

  init(_ numbers: [Int]) { self.numbers = numbers }

  func liking(_ places: Int...) -> Timeline {
    var timeline = self
    timeline.liked = Set(places)
    return timeline
  }

  var description: String {
    numbers.enumerated().map { liked.contains($0) ? "\($1)-liked" : "\($1)" }
      .joined(separator: " ")
  }
}

extension SeededGenerator {
  fileprivate mutating func timeline() -> Timeline { Timeline(values(3)) }
}
