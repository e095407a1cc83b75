internal import Exercising

extension Exercise {
  static let whichSource = Exercise(
    "WhichSource", .choose, chapter: "Repository", title: "Store, server, or both",
    solution: { WhichSourceScene<WhichSource>() },
    checks: [
      sourceCheck("Stored headlines appear at once, and then the newest ones", screen: "headlines"),
      sourceCheck("A balance is the server's or none", screen: "balance"),
      sourceCheck("A timetable appears once: the newest that is available", screen: "timetable"),
    ],
    notes: [
      "offline": "makes the server unreachable.",
      "open": "opens the screen.",
      "screen": "chooses the screen.",
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
  /// Two lists of news without a common number, in the format of a script.
  fileprivate mutating func lists() -> [String] {
    let values = values(4).map(String.init)
    return [values[..<2].joined(separator: " "), values[2...].joined(separator: " ")]
  }
}
