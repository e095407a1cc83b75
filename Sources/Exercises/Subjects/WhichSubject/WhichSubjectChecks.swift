internal import Exercising

extension Exercise {
  static let whichSubject = Exercise(
    "WhichSubject", .choose, chapter: "Subjects", title: "Three screens, three subjects",
    solution: { WhichSubjectScene<WhichSubject>() },
    checks: ["alarm", "badge", "chat"].enumerated().map { index, screen in
      let names = [
        "An alarm rings for the screens that are open", "A badge always shows a number",
        "A chat opens with its last three messages",
      ]
      return Check(names[index]) { random in
        let people = random.people(2)
        let values = random.values(5)
        Script(
          ["screen \(screen)", "subscribe \(people[0])"] + values[..<4].map { "next \($0)" }
            + ["subscribe \(people[1])", "next \(values[4])"])
      }
    },
    notes: [
      "screen": "makes that screen's subject.",
      "subscribe": "adds that observer.",
    ])
}
