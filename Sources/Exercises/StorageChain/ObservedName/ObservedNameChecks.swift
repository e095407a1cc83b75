internal import Exercising

extension Exercise {
  static let observedName: Exercise = .init(
    "ObservedName", chapter: "StorageChain", title: "A property over the chain",
    solution: { ObservedNameScene<ObservedName>() },
    checks: [
      Check("The name and the title are those of the chain, even without a value", points: 1) {
        random in
        let people = random.people(5)
        Script(
          "begin \(people[0])", "look", "outside \(people[1])", "look", "save \(people[2])", "look",
          "outside \(people[3])", "look", "broken", "look")
        Script("begin empty", "look", "save \(people[4])", "look")
      },
      Check("A view is notified when the chain changes, even from outside", points: 1, needs: [1]) {
        random in
        let people = random.people(6)
        let views = random.cells(3)
        Script(
          "begin \(people[0])", "show \(views[0]) name", "save \(people[1])",
          "outside \(people[2])", "save \(people[3])", "show \(views[1]) title",
          "outside \(people[4])", "save \(people[5])", "show \(views[2]) name",
          "outside \(people[0])")
        Script("begin empty", "show \(views[0]) title", "outside \(people[1])")
      },
      Check("A save that fails reports its problem until one succeeds", points: 1, needs: [1]) {
        random in
        let people = random.people(4)
        let refusals = ["full", "unreadable"].shuffled(using: &random)
        let view = random.cells(1)[0]
        Script(
          "begin \(people[0])", refusals[0], "save \(people[1])", "look", "save \(people[2])",
          "look", refusals[1], "save \(people[3])", "look", "show \(view) problem",
          "save \(people[1])", refusals[0], "save \(people[2])", "look", refusals[0],
          "save \(people[2])", refusals[1], "save \(people[3])", "look")
      },
      Check("A view is notified of what it reads, and of nothing else", points: 1, needs: [2, 3]) {
        random in
        let people = random.people(5)
        let views = random.cells(3)
        Script(
          "begin \(people[0])", "show \(views[0]) problem", "show \(views[1]) name",
          "show \(views[2]) title", "outside \(people[1])", random.one(of: "full", "unreadable"),
          "save \(people[2])", "outside \(people[3])", "save \(people[4])", "save \(people[0])")
      },
      Check("The chain does not retain the model", points: 1, needs: [2]) { random in
        let people = random.people(3)
        Script(
          "begin \(people[0])", "show \(random.cells(1)[0]) name", "outside \(people[1])", "forget",
          "outside \(people[2])")
      },
    ],
    misconceptions: Misconception.ofObservedName,
    notes: [
      "begin": "makes a chain with that value, and the model over it.",
      "broken": "makes every read fail from now on.",
      "forget": "releases the model.",
      "full": "makes the next write fail.",
      "look": "reads all properties without a view.",
      "outside": "changes the value, as another part of the program does.",
      "show": "makes a view that reads that property.",
      "unreadable": "makes the next write fail, since the value cannot be read.",
    ])
}

extension Misconception {
  static let ofObservedName: [Misconception] = [
    Misconception(
      "reads-without-access",
      "`save` has changed the name, and no view of it was notified. `@Observable` tracks stored "
        + "properties. Which call records that a computed one was read, and which one that it has "
        + "changed?"
    ) { difference in
      difference.lastVerb == "save" && difference.hasEarlierStep("show ")
        && difference.missing.contains { $0.hasSuffix(" is notified") }
        && difference.actual == ["chain: set \(difference.lastStep.dropFirst(5))"]
        && !difference.hasEarlierStep("full", "unreadable")
    },
    Misconception(
      "misses-changes-from-outside",
      "Views are notified after `save`, but not when another part of the program changes the "
        + "chain. Which part of the chain reports such a change, and to what?"
    ) { difference in
      difference.lastVerb == "outside" && difference.hasEarlierStep("save ")
        && difference.actual.isEmpty
        && difference.expected.contains { $0.hasSuffix(" is notified") }
    },
    Misconception(
      "keeps-a-copy",
      "The chain has changed, and the model returns the name from before. Where is the name "
        + "stored, and who updates it?"
    ) { difference in
      difference.lastStep == "look" && difference.stepBefore.hasPrefix("outside ")
        && !difference.hasEarlierStep("save ")
    },
    Misconception(
      "keeps-a-copy-of-an-unreadable-name",
      "The chain can no longer be read, and the model returns the last name that it could read. So "
        + "the name is stored in two places: which of the two should `name` ask at each call?"
    ) { difference in
      difference.lastStep == "look" && difference.stepBefore == "broken"
        && difference.unexpected.contains { $0.wholeMatch(of: /name (?!none,)[^,]+, .*/) != nil }
    },
    Misconception(
      "the-chain-retains-the-model",
      "The model was released by all views, and still exists. The chain keeps its handlers as long "
        + "as it lives: what do they retain?"
    ) { difference in
      difference.lastStep == "forget" && difference.actual == ["the model is retained"]
    },
  ]
}
