internal import Exercising

extension Exercise {
  static let whichSubject = Exercise(
    "WhichSubject", .choose, chapter: "Subjects", title: "Three screens, three subjects",
    solution: WhichSubjectScene<WhichSubject>.self,
    checks: ["alarm", "badge", "chat"].enumerated().map { index, screen in
      let names = [
        "An alarm rings for the screens that are open", "A badge always shows a number",
        "A chat opens with its last three messages",
      ]
      return Check(names[index]) { random in
        random.cast(.people, .values).script(
          "screen \(screen); subscribe ann; next v1; next v2; next v3; next v4; subscribe bob",
          "next v5")
      }
    })
}
