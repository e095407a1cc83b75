internal import Exercising

extension Exercise {
  static let newsShelf = Exercise(
    "NewsShelf", .fix, chapter: "Repository", title: "The list that is saved",
    solution: { NewsScene<NewsShelf>() },
    checks: [
      Check("The server's list is what is saved") { random in
        let people = random.people(2)
        let lists = random.lists()
        Script(
          "read \(people[0])", "server answers \(lists[0])", "read \(people[1])",
          "server answers \(lists[1])", "read \(people[0])", "server answers",
          "read \(people[1])")
      },
      Check("A later list replaces the stored one") { random in
        let people = random.people(2)
        let lists = random.lists()
        Script(
          "store holds \(lists[0])", "read \(people[0])", "server answers \(lists[1])",
          "read \(people[1])", "server fails \(random.problem())", "read \(people[0])",
          "server answers \(lists[1])")
      },
    ],
    notes: ["read": "makes that reader read the news."])
}

extension SeededGenerator {
  /// Two lists of news without a common number, in the format of a script.
  fileprivate mutating func lists() -> [String] {
    let values = values(4).map(String.init)
    return [values[..<2].joined(separator: " "), values[2...].joined(separator: " ")]
  }
}
