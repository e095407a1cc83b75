internal import Exercising

extension Exercise {
  static let whichSource = Exercise(
    "WhichSource", .choose, chapter: "Repository", title: "Store, server, or both",
    solution: WhichSourceScene<WhichSource>.self,
    checks: [
      sourceCheck("Stored headlines appear at once, and then the newest ones", screen: "headlines"),
      sourceCheck("A balance is the server's or none", screen: "balance"),
      sourceCheck("A timetable appears once: the newest that is available", screen: "timetable"),
    ])

  private static func sourceCheck(_ name: String, screen: String) -> Check {
    Check(name) { random in
      random.cast(.values).script(
        "screen \(screen); store holds v1 v2; server has v3 v4; open; offline; open")
    }
  }
}
