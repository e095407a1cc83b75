import Concurrency
import TestSupport
import Testing

@testable import Chapter_ConfinedStore

private func useOnAnotherThread() {
  // Unsafe because the test intentionally uses it on another thread.
  nonisolated(unsafe) let artists = HomeValue<[String]>(["Ann"])
  JoinableThread.start(name: "another") { artists.use { $0.append("Bob") } }.join()
}

/// Behaviour that no page shows.
struct `A confined store in steps` {
  @Test(.exitTest)
  func `ends the process when it is used on another thread`() async {
    let ended = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      useOnAnotherThread()
    }
    let errors = String(decoding: ended?.standardErrorContent ?? [], as: UTF8.self)
    #expect(errors.contains("used on another thread"), "\(errors)")
  }
}

@Suite(.serialized)
struct `Merging` {
  private func raw(_ id: Int, _ name: String) -> ArtistRawModel {
    ArtistRawModel(id: id, name: name)
  }

  @Test
  func `takes the server's part, keeps the user's, adds new artists, and sorts by id`() {
    var known = [ArtistViewModel](named: "Ann", "Bob")
    known[1].highlighted = true
    let merged = known.merged(with: [raw(9, "Ida"), raw(2, "Bobby"), raw(3, "Cid")])
    #expect(
      merged.map { "\($0) \($0.highlighted)" }
        == ["1 Ann false", "2 Bobby true", "3 Cid false", "9 Ida false"])
    #expect(merged.merged(with: []) == merged)
  }

  @Test
  func `takes the last of two artists with one id`() {
    #expect([ArtistViewModel]().merged(with: [raw(1, "Ann"), raw(1, "Annie")]).listed == "1 Annie")
  }

  @Test
  func `prefers the database to the shipped file, and memory to both`() {
    var list = ArtistList()
    let request = list.numberRequest()
    list.merge([raw(3, "Cid from memory")], page: 1, request: request)
    list.addStored(
      [
        ArtistViewModel(model: raw(2, "Bob, stored")),
        ArtistViewModel(model: raw(3, "Cid, stored")),
      ],
      file: [raw(1, "Ann, shipped"), raw(2, "Bob, shipped"), raw(3, "Cid, shipped")])
    #expect(list.viewModels.listed == "1 Ann, shipped, 2 Bob, stored, 3 Cid from memory")
  }

  @Test
  func `orders the responses of each page separately`() {
    var list = ArtistList()
    let requests = [list.numberRequest(), list.numberRequest(), list.numberRequest()]
    list.merge([raw(1, "newer")], page: 1, request: requests[2])
    list.merge([raw(1, "older")], page: 1, request: requests[0])
    list.merge([raw(2, "other page")], page: 2, request: requests[1])
    #expect(list.viewModels.listed == "1 newer, 2 other page")
  }
}

struct `The pages` {
  @Test
  func `report an unusable temporary directory, and create no files`() throws {
    let place = "/dev/null/confined-store"
    let ending = try BuiltProgram("Chapter-ConfinedStore").run(
      ["versions"], environment: ["TMPDIR": place])
    #expect(ending.output == "")
    #expect(
      ending.errors == """
        Chapter-ConfinedStore: \(place) cannot hold temporary files (Not a directory); \
        set TMPDIR to a folder that exists, can be written and has room

        """)
    #expect(ending.status == 74)
  }
}
