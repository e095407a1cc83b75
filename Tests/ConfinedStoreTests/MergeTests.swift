import Testing

@testable import Chapter_ConfinedStore

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
    let merged = [ArtistViewModel]().merged(with: [raw(1, "Ann"), raw(1, "Annie")])
    #expect(merged.listed == "1 Annie")
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
