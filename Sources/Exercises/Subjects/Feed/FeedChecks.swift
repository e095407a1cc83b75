internal import Exercising

extension Exercise {
  static let feed = Exercise(
    "Feed", .fix, chapter: "Subjects", title: "One source ends, and the feed goes on",
    solution: { FeedScene<Feed>() },
    checks: [
      Check("The values of all sources reach all observers") { random in
        let people = random.people(3)
        let values = random.values(4)
        Script(
          random.crowd("observer").map { "subscribe \($0)" },
          ["add store", "emit store \(values[3])"])
        Script(
          "subscribe \(people[0])", "add store", "emit store \(values[0])", "add server",
          "subscribe \(people[1])", "emit server \(values[1])", "subscribe \(people[2])",
          "emit store \(values[2])")
      },
      Check("A source that ends does not end the feed") { random in
        let observer = random.people(1)[0]
        let values = random.values(4)
        for end in ["complete store", "fail store \(random.one(of: "lost", "late", "refused"))"] {
          Script(
            "subscribe \(observer)", "add store", "add server", "emit store \(values[0])", end,
            "emit server \(values[1])", "add cache", "emit cache \(values[2])")
        }
      },
    ],
    notes: [
      "emit": "makes that source send the value.",
      "fail": "ends that source with an error.",
    ])
}
