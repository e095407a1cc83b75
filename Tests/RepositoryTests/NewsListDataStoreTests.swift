import Foundation
import SQLite
import Testing
import Workbook

@testable import Chapter_Repository

/// The contract of every implementation.
@Suite(.serialized)
struct `A store of news`: ~Copyable {
  let folder: ScratchFolder
  let file: URL

  init() async throws {
    folder = try ScratchFolder()
    file = folder.url.appending(path: "news")
  }

  let two = [News(id: 1, title: "Ann"), News(id: 2, title: "Bob")]

  @Test(arguments: StoreKind.allCases)
  func `distinguishes nothing saved from an empty list`(kind: StoreKind) async throws {
    let store = kind.store(at: file)
    let before = try await store.readNewsList()
    try await store.save([])
    let after = try await store.readNewsList()
    #expect(before == nil)
    #expect(after == [])
  }

  @Test(arguments: StoreKind.allCases)
  func `replaces the list, and keeps its order and duplicates`(kind: StoreKind)
    async throws
  {
    let store = kind.store(at: file)
    try await store.save([News(id: 9, title: "Cid")])
    let list = two.reversed() + two
    try await store.save(Array(list))
    let read = try await store.readNewsList()
    #expect(read == Array(list))
  }

  @Test(arguments: StoreKind.allCases)
  func `stores SQL, quotes, line breaks and emoji as text`(kind: StoreKind) async throws {
    let titles = [
      "Robert'); DROP TABLE news;--", "?1 :title @title $title", "\"quoted\" 'twice'", "a\nb\tc",
      "zero\u{0}inside", "家 👩‍👩‍👧 é", "", String(repeating: "long ", count: 100_000),
    ]
    let list = titles.enumerated().map { News(id: $0, title: $1) } + [News(id: .max, title: "max")]
    let store = kind.store(at: file)
    try await store.save(list)
    let read = try await store.readNewsList()
    #expect(read == list)
  }

  @Test(arguments: StoredKind.allCases)
  func `keeps the list after a relaunch`(kind: StoredKind) async throws {
    try await kind.store(at: file).save(two)
    let read = try await kind.store(at: file).readNewsList()
    #expect(read == two)
  }

  @Test(arguments: StoredKind.allCases)
  func `distinguishes corrupt data from no data, and the next save repairs it`(
    kind: StoredKind
  ) async throws {
    try Data("neither JSON nor a database, and rather long".utf8).write(to: file)
    let store = kind.store(at: file)
    let failure = await #expect(throws: NewsListStoreError.self) { try await store.readNewsList() }
    #expect(failure?.reason == .corrupt)
    #expect(
      failure?.description == "\(file.path): what is stored is no list of news; "
        + "reload, and the next save replaces it")
    try await store.save(two)
    let read = try await store.readNewsList()
    let relaunched = try await kind.store(at: file).readNewsList()
    #expect(read == two)
    #expect(relaunched == two)
  }

  @Test(arguments: StoredKind.allCases)
  func `reports that it cannot write, and why`(kind: StoredKind) async throws {
    let inTheWay = folder.url.appending(path: "a file")
    try Data().write(to: inTheWay)
    let store = kind.store(at: inTheWay.appending(path: "news"))
    let failure = await #expect(throws: NewsListStoreError.self) { try await store.save(two) }
    guard case .other(let text) = failure?.reason else { throw failure ?? CancellationError() }
    #expect(!text.isEmpty)
    #expect(
      failure?.description.hasSuffix(
        "check that the folder is there and who may write to it, then reload") == true)
  }

  @Test
  func `creates the folder of its file`() async throws {
    let store = StoredKind.file.store(at: folder.url.appending(path: "new/folder/news"))
    let before = try await store.readNewsList()
    try await store.save(two)
    let read = try await store.readNewsList()
    #expect(before == nil)
    #expect(read == two)
  }

  @Test
  func `treats a missing table as damage, and the next save repairs it`() async throws {
    let store = StoredKind.sqlite.store(at: file)
    try await store.save(two)
    do {
      let connection = try Connection(at: file)
      try connection.execute("DROP TABLE news")
    }
    let failure = await #expect(throws: NewsListStoreError.self) { try await store.readNewsList() }
    try await store.save(two)
    let read = try await store.readNewsList()
    #expect(failure?.reason == .corrupt)
    #expect(read == two)
  }

  @Test
  func `is repaired for all stores on the file, whatever path they use`() async throws {
    let link = folder.url.appending(path: "link")
    try FileManager.default.createSymbolicLink(at: link, withDestinationURL: folder.url)
    let first = StoredKind.sqlite.store(at: file)
    let second = StoredKind.sqlite.store(at: link.appending(path: "news"))
    try await first.save(two)
    // Opens a connection for reading and one for writing in each store.
    let before = [try await first.readNewsList(), try await second.readNewsList()]
    try await second.save(two)
    do {
      let connection = try Connection(at: file)
      try connection.execute("DROP TABLE news")
    }
    try await second.save([two[1]])
    let readByFirst = try await first.readNewsList()
    try await first.save([two[0]])
    let readBySecond = try await second.readNewsList()
    #expect(before == [two, two])
    #expect(readByFirst == [two[1]])
    #expect(readBySecond == [two[0]])
  }

  @Test(arguments: 1...20)
  func `is repaired once when several tasks save and read`(round: Int) async throws {
    try Data(String(repeating: "no database ", count: 1_000).utf8).write(to: file)
    let store = StoredKind.sqlite.store(at: file)
    let failures = CallCounter()
    await withTaskGroup { group in
      for user in 0..<4 {
        group.addTask {
          for number in 0..<5 {
            do {
              try await store.save([News(id: user, title: "\(number)")])
              _ = try await store.readNewsList()
            } catch {
              failures.add()
            }
          }
        }
      }
    }
    let left = try onlyTitle()
    #expect(failures.count == 0)
    #expect(left == "4")
  }

  /// The title of the only news, read with a separate connection.
  private func onlyTitle() throws -> String {
    let connection = try Connection(at: file)
    return try connection.value("SELECT title FROM news")
  }

  @Test
  func `keeps the old list when there is no space for the new one`() async throws {
    let store = SQLiteNewsListDataStore(file: file, pageLimit: 1)
    try await store.save(two)
    let long = [News(id: 3, title: String(repeating: "long ", count: 10_000))]
    let failure = await #expect(throws: NewsListStoreError.self) { try await store.save(long) }
    let read = try await store.readNewsList()
    #expect(failure?.reason == .full)
    #expect(
      failure?.description
        == "\(file.path): full; the list is not stored, make room and reload")
    #expect(read == two)
  }

  @Test(arguments: StoreKind.allCases)
  func `is read as a whole while others save`(kind: StoreKind) async throws {
    let store = kind.store(at: file)
    let lists = (0..<4).map { writer in
      (0..<50).map { News(id: $0, title: "writer \(writer)") }
    }
    try await store.save(lists[0])
    let torn = try await withThrowingTaskGroup(of: Int.self) { group in
      for list in lists {
        group.addTask {
          for _ in 0..<20 { try await store.save(list) }
          return 0
        }
        group.addTask {
          var torn = 0
          for _ in 0..<20 where !lists.contains(try await store.readNewsList() ?? []) { torn += 1 }
          return torn
        }
      }
      return try await group.reduce(0, +)
    }
    #expect(torn == 0)
  }

  @Test(arguments: StoredKind.allCases)
  func `is shared by two stores on one file`(kind: StoredKind) async throws {
    let (first, second) = (kind.store(at: file), kind.store(at: file))
    try await first.save(two)
    let read = try await second.readNewsList()
    try await second.save([])
    let emptied = try await first.readNewsList()
    #expect(read == two)
    #expect(emptied == [])
  }
}

/// A kind of store that outlives the object.
enum StoredKind: String, CaseIterable {
  case file, sqlite

  func store(at file: URL) -> any NewsListDataStore {
    switch self {
    case .file: FileNewsListDataStore(file: file)
    case .sqlite: SQLiteNewsListDataStore(file: file)
    }
  }
}

/// Any kind of store.
enum StoreKind: String, CaseIterable, Codable {
  case memory, file, sqlite

  func store(at file: URL) -> any NewsListDataStore {
    StoredKind(rawValue: rawValue)?.store(at: file) ?? MemoryNewsListDataStore()
  }
}
