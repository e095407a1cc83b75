internal import Exercising

extension Exercise {
  static let observedName: Exercise = .init(
    "ObservedName", chapter: "StorageChain", title: "A property over the chain",
    solution: ObservedNameScene<ObservedName>.self,
    checks: [
      Check("The name and the title are those of the chain, even without a value") { random in
        let cast = random.cast(.people)
        cast.script(
          "begin ann; look; outside bob; look; save cid; look; outside dan; look; broken; look")
        cast.script("begin empty; look; save jake; look")
      },
      Check("A view is notified when the chain changes, even from outside", needs: [1]) { random in
        let cast = random.cast(.people, .cells)
        cast.script(
          "begin ann; show badge name; save bob; outside cid; save dan; show footer title",
          "outside jake; save taylor; show header name; outside ann")
        cast.script("begin empty; show badge title; outside bob")
      },
      Check("A save that fails reports its problem until one succeeds", needs: [1]) { random in
        let cast = random.cast(.people, .failures, .cells)
        cast.script(
          "begin ann; full; save bob; look; save cid; look; unreadable; save dan; look",
          "show badge problem; save bob; full; save cid; look; full; save cid; unreadable",
          "save dan; look")
      },
      Check("A view is notified of what it reads, and of nothing else", needs: [2, 3]) { random in
        random.cast(.people, .cells).script(
          "begin ann; show badge problem; show footer name; show header title; outside bob",
          random.one(of: "full", "unreadable"), "save cid; outside dan; save jake; save ann")
      },
      Check("The chain does not retain the model", needs: [2]) { random in
        random.cast(.people, .cells).script(
          "begin ann; show badge name; outside bob; forget; outside cid")
      },
    ],
    misconceptions: [
      Misconception("reads-without-access", at: "save") {
        $0.hasEarlierStep("show ") && $0.missing.has(suffix: " is notified")
          && $0.actual == ["chain: set \($0.lastStep.dropFirst(5))"]
          && !$0.hasEarlierStep("full", "unreadable")
      },
      Misconception("misses-changes-from-outside", at: "outside") { difference in
        difference.hasEarlierStep("save ")
          && difference.actual.isEmpty && difference.expected.has(suffix: " is notified")
      },
      Misconception("keeps-a-copy", at: "look") {
        $0.stepBefore.hasPrefix("outside ") && !$0.hasEarlierStep("save ")
      },
      Misconception("keeps-a-copy-of-an-unreadable-name", at: "look") { difference in
        difference.stepBefore == "broken"
          && difference.unexpected.contains { $0.wholeMatch(of: /name (?!none,)[^,]+, .*/) != nil }
      },
      Misconception("the-chain-retains-the-model", at: "forget") {
        $0.actual == ["the model is retained"]
      },
    ])
}
