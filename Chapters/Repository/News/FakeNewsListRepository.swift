/// A fixed list of three news items, for tests of the layers above.
struct FakeNewsListRepository: NewsListRepository {
  func readNewsList() async throws -> [News] {
    [
      News(id: 1, title: "Ann opens the library"),
      News(id: 2, title: "Bob returns a book"),
      News(id: 3, title: "Cid reads it"),
    ]
  }
}
