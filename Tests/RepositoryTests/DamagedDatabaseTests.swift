import Concurrency
import Foundation
import MiniRx
import SQLite
import TestSupport
import Testing
import Workbook

@testable import Chapter_Repository

@Suite(.serialized)
struct `A damaged database`: ~Copyable {
  let folder: ScratchFolder
  let file: URL

  init() throws {
    folder = try ScratchFolder()
    file = folder.url.appending(path: "news.sqlite")
  }

  deinit { chmod(folder.url.path, 0o755) }

  static let damage = Data("no database at all, and rather long".utf8)
  static let two = [News(id: 1, title: "Ann"), News(id: 2, title: "Bob")]

  /// Creates a write-ahead log and its index, as after a crash. It has a page of a table, which
  /// a new file must not contain. It lacks the first page, so a damaged file stays damaged.
  private func leaveLog() throws {
    let other = folder.url.appending(path: "other.sqlite")
    let connection = try Connection(at: other)
    try connection.execute("CREATE TABLE moments (id INTEGER); PRAGMA wal_checkpoint(TRUNCATE)")
    try connection.execute("INSERT INTO moments VALUES (1)")
    for suffix in ["-wal", "-shm"] {
      try FileManager.default.copyItem(atPath: other.path + suffix, toPath: file.path + suffix)
    }
  }

  @Test
  func `is replaced together with the log and index that a crash left beside it`() async throws {
    try Self.damage.write(to: file)
    try leaveLog()
    let log = try Data(contentsOf: URL(filePath: file.path + "-wal"))
    let store = SQLiteNewsListDataStore(file: file)
    try await store.save(Self.two)
    let read = try await store.readNewsList()
    let connection = try Connection(at: file)
    let tables: [String] = try connection.rows(
      "SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name")
    let state: String = try connection.value("PRAGMA integrity_check")
    #expect(log.count > 4096)
    #expect(read == Self.two)
    #expect(tables == ["news", "saved"])
    #expect(state == "ok")
  }

  @Test(.exitTest)
  func `that cannot be removed is reported with the reason and a remedy`() async throws {
    try Self.damage.write(to: file)
    chmod(file.path, 0o666)
    chmod(folder.url.path, 0o555)
    let path = file.path
    await #expect(processExitsWith: .success) { [path = path as String] in
      // Root ignores permissions, so the test drops its privileges.
      if geteuid() == 0 { setuid(65534) }
      let store = SQLiteNewsListDataStore(file: URL(filePath: path))
      let failure = await #expect(throws: NewsListStoreError.self) {
        try await store.save(Self.two)
      }
      let text = "\(try #require(failure))"
      #expect(text.contains("\(path) is damaged and cannot be removed: "))
      #expect(text.contains("Remove it yourself, or allow it to be removed."))
      let unread = await #expect(throws: NewsListStoreError.self) { try await store.readNewsList() }
      #expect(unread?.reason == .corrupt)
    }
    #expect(try Data(contentsOf: file) == Self.damage)
  }
}

/// Swift's pool has one thread per processor, so a blocked thread reduces the pool.
@Suite(.serialized)
struct `A store that blocks` {
  @Test(.timeLimit(.minutes(10)))
  func `blocks no thread of Swift's pool`() async throws {
    let folder = try ScratchFolder()
    let mayGoOn = Gate()
    let count = ProcessInfo.processInfo.activeProcessorCount + 1
    let reading = (0..<count).map { number in
      let store = FileNewsListDataStore(file: folder.url.appending(path: "news \(number)"))
      store.thread.async { mayGoOn.wait() }
      return Task.detached { try await store.readNewsList() }
    }
    // Runs only if the pool has a free thread.
    await Task.detached {}.value
    mayGoOn.open()
    for task in reading {
      let news = try await task.value
      #expect(news == nil)
    }
  }

  @Test
  func `saves the responses of a server on its own thread`() async throws {
    let (store, isInTask) = (InterruptedStore(), Recorder<Bool>())
    let repo = MomentsRepo(store, MomentsServer(try .fixture()))
    let like = repo.updateLike(isLiked: true, momentID: "0", fromUserID: "0")
    for request in [repo.getMoments(userID: "0"), like] {
      store.interruptNextSave { isInTask.record(withUnsafeCurrentTask { $0 != nil }) }
      await request.ended()
    }
    #expect(isInTask.entries == [false, false])
  }
}

#if os(Linux)
  struct `Memory` {
    /// Saves to a file system in memory, because a disk is slow. ThreadSanitizer's own memory grows
    /// during a run.
    @Test(.exitTest, .disabled(if: ThreadSanitizer.isOn), arguments: StoreKind.allCases)
    func `stays flat over three thousand saves`(kind: StoreKind) async {
      await #expect(processExitsWith: .success) { [kind = kind as StoreKind] in
        if access("/dev/shm", W_OK) == 0 { setenv("TMPDIR", "/dev/shm", 1) }
        let folder = try ScratchFolder()
        let store = kind.store(at: folder.url.appending(path: "news"))
        let list = (0..<20).map { News(id: $0, title: "news \($0)") }
        for _ in 0..<500 { try await store.save(list) }
        let before = try residentBytes()
        for _ in 0..<3_000 { try await store.save(list) }
        let growth = try residentBytes() - before
        #expect(growth < 1 << 20)
      }
    }
  }

  /// The resident memory of this process.
  private func residentBytes() throws -> Int {
    let pages = try String(contentsOfFile: "/proc/self/statm", encoding: .utf8)
      .split(separator: " ")
    return try #require(Int(pages[1])) * 4096
  }
#endif
