import Foundation
import SQLite
import Testing
import Workbook

@testable import Chapter_Repository

/// One contract, every implementation.
@Suite(.serialized)
struct `A store of news`: ~Copyable {
  let folder: ScratchFolder
  let file: URL

  init() throws {
    folder = try ScratchFolder()
    file = folder.url.appending(path: "news")
  }

  let two = [News(id: 1, title: "Ann"), News(id: 2, title: "Bob")]

  @Test(arguments: StoreKind.allCases)
  func `tells nothing saved from an empty list`(kind: StoreKind) throws {
    let store = kind.store(at: file)
    let before = try store.readNewsList()
    try store.save([])
    let after = try store.readNewsList()
    #expect(before == nil)
    #expect(after == [])
  }

  @Test(arguments: StoreKind.allCases)
  func `replaces the list, and keeps its order and what is in it twice`(kind: StoreKind) throws {
    let store = kind.store(at: file)
    try store.save([News(id: 9, title: "Cid")])
    let list = two.reversed() + two
    try store.save(Array(list))
    let read = try store.readNewsList()
    #expect(read == Array(list))
  }

  @Test(arguments: StoreKind.allCases)
  func `takes SQL, quotes, line breaks and emoji for text`(kind: StoreKind) throws {
    let titles = [
      "Robert'); DROP TABLE news;--", "?1 :title @title $title", "\"quoted\" 'twice'", "a\nb\tc",
      "zero\u{0}inside", "家 👩‍👩‍👧 é", "", String(repeating: "long ", count: 100_000),
    ]
    let list = titles.enumerated().map { News(id: $0, title: $1) } + [News(id: .max, title: "max")]
    let store = kind.store(at: file)
    try store.save(list)
    let read = try store.readNewsList()
    #expect(read == list)
  }

  @Test(arguments: StoredKind.allCases)
  func `still has it after a relaunch`(kind: StoredKind) throws {
    try kind.store(at: file).save(two)
    let read = try kind.store(at: file).readNewsList()
    #expect(read == two)
  }

  @Test(arguments: StoredKind.allCases)
  func `reports what is corrupt apart from no data, and the next save repairs it`(
    kind: StoredKind
  ) throws {
    try Data("neither JSON nor a database, and rather long".utf8).write(to: file)
    let store = kind.store(at: file)
    let failure = #expect(throws: NewsListStoreError.self) { try store.readNewsList() }
    #expect(failure?.reason == .corrupt)
    #expect(
      failure?.description == "\(file.path): what is stored is no list of news; "
        + "reload, and the next save replaces it")
    try store.save(two)
    let read = try store.readNewsList()
    let relaunched = try kind.store(at: file).readNewsList()
    #expect(read == two)
    #expect(relaunched == two)
  }

  @Test(arguments: StoredKind.allCases)
  func `says that it cannot write, and why`(kind: StoredKind) throws {
    let inTheWay = folder.url.appending(path: "a file")
    try Data().write(to: inTheWay)
    let store = kind.store(at: inTheWay.appending(path: "news"))
    let failure = #expect(throws: NewsListStoreError.self) { try store.save(two) }
    guard case .other(let text) = failure?.reason else { throw failure ?? CancellationError() }
    #expect(!text.isEmpty)
    #expect(
      failure?.description.hasSuffix(
        "check that the folder is there and who may write to it, then reload") == true)
  }

  @Test
  func `makes the folder of its file`() throws {
    let store = StoredKind.file.store(at: folder.url.appending(path: "new/folder/news"))
    let before = try store.readNewsList()
    try store.save(two)
    let read = try store.readNewsList()
    #expect(before == nil)
    #expect(read == two)
  }

  @Test
  func `takes a table that is missing for damage, and the next save repairs it`() throws {
    let store = StoredKind.sqlite.store(at: file)
    try store.save(two)
    do {
      let connection = try Connection(at: file)
      try connection.execute("DROP TABLE news")
    }
    let failure = #expect(throws: NewsListStoreError.self) { try store.readNewsList() }
    try store.save(two)
    let read = try store.readNewsList()
    #expect(failure?.reason == .corrupt)
    #expect(read == two)
  }

  @Test
  func `is repaired for all stores on the file, by whatever name they know it`() throws {
    let link = folder.url.appending(path: "link")
    try FileManager.default.createSymbolicLink(at: link, withDestinationURL: folder.url)
    let first = StoredKind.sqlite.store(at: file)
    let second = StoredKind.sqlite.store(at: link.appending(path: "news"))
    try first.save(two)
    // Each has a connection to read and one to write.
    let before = [try first.readNewsList(), try second.readNewsList()]
    try second.save(two)
    do {
      let connection = try Connection(at: file)
      try connection.execute("DROP TABLE news")
    }
    try second.save([two[1]])
    let readByFirst = try first.readNewsList()
    try first.save([two[0]])
    let readBySecond = try second.readNewsList()
    #expect(before == [two, two])
    #expect(readByFirst == [two[1]])
    #expect(readBySecond == [two[0]])
  }

  @Test(arguments: 1...20)
  func `is repaired once when several threads save and read`(round: Int) throws {
    try Data(String(repeating: "no database ", count: 1_000).utf8).write(to: file)
    let store = StoredKind.sqlite.store(at: file)
    let failures = Calls()
    DispatchQueue.concurrentPerform(iterations: 4) { thread in
      for number in 0..<5 {
        do {
          try store.save([News(id: thread, title: "\(number)")])
          _ = try store.readNewsList()
        } catch {
          failures.add()
        }
      }
    }
    let left = try onlyTitle()
    #expect(failures.count == 0)
    #expect(left == "4")
  }

  /// The title of the one piece of news, read by a connection of its own.
  private func onlyTitle() throws -> String {
    let connection = try Connection(at: file)
    return try connection.value("SELECT title FROM news")
  }

  @Test
  func `keeps the old list when the new one has no room`() throws {
    let store = SQLiteNewsListDataStore(file: file, pageLimit: 1)
    try store.save(two)
    let long = [News(id: 3, title: String(repeating: "long ", count: 10_000))]
    let failure = #expect(throws: NewsListStoreError.self) { try store.save(long) }
    let read = try store.readNewsList()
    #expect(failure?.reason == .full)
    #expect(
      failure?.description
        == "\(file.path): full; the list is not stored, make room and reload")
    #expect(read == two)
  }

  @Test(arguments: StoreKind.allCases)
  func `is read whole while others save`(kind: StoreKind) async throws {
    let store = kind.store(at: file)
    let lists = (0..<4).map { writer in
      (0..<50).map { News(id: $0, title: "writer \(writer)") }
    }
    try store.save(lists[0])
    let torn = try await withThrowingTaskGroup(of: Int.self) { group in
      for list in lists {
        group.addTask {
          for _ in 0..<20 { try store.save(list) }
          return 0
        }
        group.addTask {
          try (0..<20).count { _ in !lists.contains(try store.readNewsList() ?? []) }
        }
      }
      return try await group.reduce(0, +)
    }
    #expect(torn == 0)
  }

  @Test(arguments: StoredKind.allCases)
  func `is shared by two stores on one file`(kind: StoredKind) throws {
    let (first, second) = (kind.store(at: file), kind.store(at: file))
    try first.save(two)
    let read = try second.readNewsList()
    try second.save([])
    let emptied = try first.readNewsList()
    #expect(read == two)
    #expect(emptied == [])
  }
}

extension Sequence {
  fileprivate func count(where isCounted: (Element) throws -> Bool) rethrows -> Int {
    try reduce(0) { try $0 + (isCounted($1) ? 1 : 0) }
  }
}
