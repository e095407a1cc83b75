internal import Exercising

extension Exercise {
  static let serverCalls = Exercise(
    rung: "ServerCalls", predicting: "cached", chapter: "Repository",
    title: "What a second visit costs")

  static let whichSource = Exercise(
    rung: "WhichSource", .choose, chapter: "Repository", title: "Store, server, or both",
    solution: { WhichSourceScene<WhichSource>() },
    checks: [
      sourceCheck("Stored headlines appear at once, and then the newest ones", screen: "headlines"),
      sourceCheck("A balance is the server's or none", screen: "balance"),
      sourceCheck("A timetable appears once: the newest that is available", screen: "timetable"),
    ])

  static let newsShelf = Exercise(
    rung: "NewsShelf", .fix, chapter: "Repository", title: "The list that is saved",
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
    ])

  private static func sourceCheck(_ name: String, screen: String) -> Check {
    Check(name) { random in
      let lists = random.lists()
      Script(
        "screen \(screen)", "store holds \(lists[0])", "server has \(lists[1])", "open", "offline",
        "open")
    }
  }
}

extension SeededGenerator {
  /// Two lists of news without a common number, as a script has them.
  fileprivate mutating func lists() -> [String] {
    let values = values(4).map(String.init)
    return [values[..<2].joined(separator: " "), values[2...].joined(separator: " ")]
  }
}
