internal import Exercising

extension Exercise {
  static let artistStore: Exercise = .init(
    "ArtistStore", chapter: "ConfinedStore", title: "An actor on the database's executor",
    solution: { ArtistStoreScene<ArtistStore>() },
    checks: [
      Check("All work with the database runs on its executor") { random in
        let cast = random.cast(.people)
        let artists = random.artists(3)
        cast.script("begin \(random.artists(8).list); artists ann")
        cast.script(
          "begin \(artists.list); artists ann; remove bob \(artists[1].id); artists cid",
          "like dan \(artists[0].id); confirm 1; artists ann")
      },
      Check("A like counts once the server has confirmed it", needs: [1]) { random in
        let cast = random.cast(.people)
        let artists = random.artists(2)
        let id = artists[0].id
        cast.script(
          "begin \(artists.list); like ann \(id); like bob \(id); artists cid; confirm 2",
          "confirm 1; artists dan; like jake \(id); fail 3 \(random.problem()); artists dan")
      },
      Check(
        "A confirmed like of an artist that was removed meanwhile changes nothing", needs: [1]
      ) { random in
        let cast = random.cast(.people)
        let artists = random.artists(3)
        let id = artists[2].id
        cast.script(
          "begin \(artists.list); like ann \(id); remove bob \(id); confirm 1; artists cid",
          "like dan \(id); confirm 2; artists cid")
      },
      Check("A refresh is one write, and keeps the likes", needs: [2]) { random in
        let cast = random.cast(.people)
        let artists = random.artists(5)
        let (id, other) = (artists[1].id, artists[2].id)
        let renamed = ScriptedArtist(id: other, name: artists[0].name)
        let list = [artists[1], renamed, artists[4]].shuffled(using: &random).list
        cast.script(
          "begin \(artists[..<3].list); like ann \(id); confirm 1; refresh bob; like cid \(other)",
          "confirm 3; list 2 \(list); artists dan; refresh jake; fail 4 \(random.problem())",
          "artists taylor; refresh ann; remove cid \(id); list 5; artists bob")
      },
      Check("An older list does not replace a newer one that has arrived", needs: [4]) { random in
        let cast = random.cast(.people)
        let artists = random.artists(4)
        cast.script(
          "begin \(artists[..<1].list); refresh ann; refresh bob; list 2 \(artists[..<2].list)",
          "list 1 \(artists[2...].list); artists cid; refresh dan; refresh jake",
          "list 3 \(artists[1...].list); list 4 \(artists[..<3].list); artists taylor; refresh ann",
          "refresh bob; fail 6 \(random.problem()); list 5 \(artists[2...].list)")
      },
    ],
    misconceptions: [
      Misconception(
        "runs-on-another-executor",
        "The database was used outside its executor. An actor runs on the executor that the "
          + "runtime gives it, unless it names another. Which property does that?"
      ) { $0.lastVerb != "begin" && $0.actual.has(suffix: " outside its executor") },
      Misconception(
        "adds-to-an-old-count",
        "Two likes were confirmed, and only one counts. While the server was asked, another call "
          + "changed the artist: at which moment does your code read the number that it increments?"
      ) {
        $0.lastVerb == "confirm" && $0.hasEarlierStep("confirm ")
          && $0.missing.has(suffix: ": likes 2") && $0.unexpected.has(suffix: ": likes 1")
      },
      Misconception(
        "writes-an-older-list",
        "A list replaced a newer one that was already written. The requests were answered out of "
          + "order: how can a refresh notice that, after its `await`?"
      ) { difference in
        difference.lastVerb == "list" && !difference.expected.has(prefix: "database:")
          && difference.actual.has(prefix: "database: wrote")
      },
      Misconception(
        "keeps-a-live-object",
        "An artist was used after it had been removed. A live object is valid as long as nothing "
          + "else runs: which calls may run between the two lines that use it?"
      ) { $0.actual.has(suffix: " is used and was removed") },
    ], runsInTasks: true,
    notes: [
      "begin": "fills the database with those ids and names.",
      "confirm": "makes the server confirm the like with that number.",
      "fail": "makes the request with that number fail.",
      "list": "sends a list of ids and names as the answer to the refresh with that number.",
    ])
}

/// An artist of a script.
private struct ScriptedArtist {
  let id: Int
  let name: String
}

extension Collection<ScriptedArtist> {
  /// `2 Duo 5 Choir`.
  fileprivate var list: String { map { "\($0.id) \($0.name)" }.joined(separator: " ") }
}

extension SeededGenerator {
  /// Artists by increasing ids.
  fileprivate mutating func artists(_ count: Int) -> [ScriptedArtist] {
    let names = ["Band", "Choir", "Duo", "Nonet", "Octet", "Quartet", "Sextet", "Trio"]
      .shuffled(using: &self)
    let ids = values(count).sorted()
    return zip(ids, names).map { ScriptedArtist(id: $0, name: $1) }
  }
}
