internal import Exercising

extension Exercise {
  static let artistStore: Exercise = .init(
    "ArtistStore", chapter: "ConfinedStore", title: "An actor on the database's executor",
    solution: ArtistStoreScene<ArtistStore>.self,
    checks: [
      Check("All work with the database runs on its executor") { random in
        random.castOfArtists().script("begin \((1...8).list); artists ann")
        random.castOfArtists().script(
          "begin \((1...3).list); artists ann; remove bob id2; artists cid; like dan id1; confirm 1",
          "artists ann")
      },
      Check("A like counts once the server has confirmed it", needs: [1]) { random in
        random.castOfArtists().script(
          "begin \((1...2).list); like ann id1; like bob id1; artists cid; confirm 2; confirm 1",
          "artists dan; like jake id1; fail 3 \(random.problem()); artists dan")
      },
      Check(
        "A confirmed like of an artist that was removed meanwhile changes nothing", needs: [1]
      ) { random in
        random.castOfArtists().script(
          "begin \((1...3).list); like ann id3; remove bob id3; confirm 1; artists cid",
          "like dan id3; confirm 2; artists cid")
      },
      Check("A refresh is one write, and keeps the likes", needs: [2]) { random in
        random.castOfArtists().script(
          "begin \((1...3).list); like ann id2; confirm 1; refresh bob; like cid id3; confirm 3",
          "list 2 id3 name1 artist2 artist5; artists dan; refresh jake; fail 4 \(random.problem())",
          "artists taylor; refresh ann; remove cid id2; list 5; artists bob")
      },
      Check("An older list does not replace a newer one that has arrived", needs: [4]) { random in
        random.castOfArtists().script(
          "begin artist1; refresh ann; refresh bob; list 2 \((1...2).list); list 1 \((3...4).list)",
          "artists cid; refresh dan; refresh jake; list 3 \((2...4).list); list 4 \((1...3).list)",
          "artists taylor; refresh ann; refresh bob; fail 6 \(random.problem())",
          "list 5 \((3...4).list)")
      },
    ],
    misconceptions: [
      Misconception("runs-on-another-executor") {
        $0.lastVerb != "begin" && $0.actual.has(suffix: " outside its executor")
      },
      Misconception("adds-to-an-old-count", at: "confirm") {
        $0.hasEarlierStep("confirm ")
          && $0.missing.has(suffix: ": likes 2") && $0.unexpected.has(suffix: ": likes 1")
      },
      Misconception("writes-an-older-list", at: "list") { difference in
        !difference.expected.has(prefix: "database:")
          && difference.actual.has(prefix: "database: wrote")
      },
      Misconception("keeps-a-live-object") { $0.actual.has(suffix: " is used and was removed") },
    ], runsInTasks: true)
}

extension ClosedRange<Int> {
  /// `artist1 artist2`.
  fileprivate var list: String { map { "artist\($0)" }.joined(separator: " ") }
}

extension SeededGenerator {
  /// People, and artists by increasing id: `artist1` is `7 Duo`, `id1` is `7`, `name1` is `Duo`.
  fileprivate mutating func castOfArtists() -> Cast {
    var cast = cast(.people)
    let names = ["Band", "Choir", "Duo", "Nonet", "Octet", "Quartet", "Sextet", "Trio"]
    for (number, (id, name)) in zip(1..., zip(values(8).sorted(), names.shuffled(using: &self))) {
      cast.words["id\(number)"] = "\(id)"
      cast.words["name\(number)"] = name
      cast.words["artist\(number)"] = "\(id) \(name)"
    }
    return cast
  }
}
