internal import Exercising

extension Exercise {
  static let feed = Exercise(
    "Feed", .fix, chapter: "Subjects", title: "One source ends, and the feed goes on",
    solution: FeedScene<Feed>.self,
    checks: [
      Check("The values of all sources reach all observers") { random in
        let cast = random.cast(.people, .values)
        cast.script(
          random.crowd("observer").steps { "subscribe \($0)" }, "add store; emit store v4")
        cast.script(
          "subscribe ann; add store; emit store v1; add server; subscribe bob; emit server v2",
          "subscribe cid; emit store v3")
      },
      Check("A source that ends does not end the feed") { random in
        let cast = random.cast(.people, .values)
        for end in ["complete store", "fail store \(random.one(of: "lost", "late", "refused"))"] {
          cast.script(
            "subscribe ann; add store; add server; emit store v1; \(end); emit server v2",
            "add cache; emit cache v3")
        }
      },
    ])
}
