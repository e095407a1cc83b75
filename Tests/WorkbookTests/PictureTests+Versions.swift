import Testing
import Workbook

extension `A picture` {
  @Test
  func `of versions has a row for each reader`() {
    let lines = drawing(.versions) { page in
      page.record(.open, "1", to: "A")
      page.record(.read, "count 0", to: "A")
      page.record(.open, "1", to: "B")
      page.record(.commit, "2", to: "B")
      page.record(.release, to: "B")
      page.record(.read, "count 0", to: "A")
      page.record(.pin, "2", to: "A")
      page.record(.read, "count 1", to: "A")
    }
    #expect(
      lines == [
        "A   ^1--count 0-------------count 0--2--count 1--",
        "B                ^1--+2--!",
      ])
  }

  @Test
  func `of versions shows what observers receive`() {
    let lines = drawing(.versions) { page in
      page.subscribing("observer") {}
      page.record(.commit, "1", to: "store")
      page.receives(.value("insert [0]"), in: "observer")
      page.record(.dispose, to: "observer")
      page.record(.commit, "2", to: "store")
    }
    #expect(
      lines == ["observer   ^------insert [0]--!", "store         +1-----------------+2"])
  }
}
