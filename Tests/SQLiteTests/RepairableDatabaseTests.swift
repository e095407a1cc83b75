import Concurrency
import Foundation
import TestSupport
import Testing

@testable import SQLite

@Suite(.serialized)
struct `A repairable database`: ~Copyable {
  static let migrations = [Migration("news", sql: "CREATE TABLE news (id INTEGER PRIMARY KEY)")]

  let folder: TemporaryFolder
  let file: URL

  init() throws {
    folder = try TemporaryFolder()
    file = folder.url.appending(path: "news.sqlite")
  }

  func database() -> RepairableDatabase {
    RepairableDatabase(file: file, .patient, migrations: Self.migrations)
  }

  static func damage(_ file: URL) throws {
    try Data(String(repeating: "no database ", count: 1000).utf8).write(to: file)
  }

  static func insert(_ id: Int, into database: RepairableDatabase) throws {
    try database.write { connection in
      try connection.run("INSERT INTO news (id) VALUES (?)", id)
    }
  }

  static func ids(_ database: RepairableDatabase) throws -> [Int] {
    try database.read { connection in
      try connection.rows("SELECT id FROM news ORDER BY id")
    }
  }

  /// Reports damage the first time, as SQLite does for an invalid page.
  static let damage = DatabaseError.failed(code: .corrupt, message: "damaged", sql: nil, path: nil)

  @Test
  func `is created on first use`() throws {
    let database = database()
    #expect(!FileManager.default.fileExists(atPath: file.path))
    let before = try Self.ids(database)
    try Self.insert(1, into: database)
    let after = try Self.ids(database)
    #expect(before == [])
    #expect(after == [1])
  }

  @Test
  func `is replaced by a write that finds it damaged, and not by a read`() throws {
    try Self.damage(file)
    let database = database()
    let failure = #expect(throws: DatabaseError.self) { try Self.ids(database) }
    let left = try Data(contentsOf: file)
    try Self.insert(1, into: database)
    let ids = try Self.ids(database)
    #expect(failure?.isDamage == true)
    #expect(left.starts(with: Data("no database".utf8)))
    #expect(ids == [1])
  }

  @Test
  func `is replaced by a write that misses a table of the migrations`() throws {
    let database = database()
    try Self.insert(1, into: database)
    try database.write { connection in try connection.execute("DROP TABLE news") }
    try Self.insert(2, into: database)
    #expect(try Self.ids(database) == [2])
  }

  @Test
  func `is not replaced by a write whose SQL names an unknown table`() throws {
    let database = database()
    try Self.insert(1, into: database)
    let error = #expect(throws: DatabaseError.self) {
      try database.write { connection in try connection.run("INSERT INTO nwes (id) VALUES (2)") }
    }
    let ids = try Self.ids(database)
    #expect(error?.matches(.error) == true)
    #expect(ids == [1])
  }

  @Test
  func `is not replaced for the damage of another file`() throws {
    let database = database()
    try Self.insert(1, into: database)
    let other = folder.url.appending(path: "other.sqlite")
    try Self.damage(other)
    let error = #expect(throws: DatabaseError.self) {
      try database.write { _ in _ = try Connection(at: other) }
    }
    let ids = try Self.ids(database)
    #expect(error?.matches(.notADatabase) == true)
    #expect(ids == [1])
  }

  /// A folder at the path of the file cannot be opened, which is not damage.
  @Test
  func `fails while it cannot be opened, and works once it can`() throws {
    try FileManager.default.createDirectory(at: file, withIntermediateDirectories: false)
    let database = database()
    let failures = Locked<[DatabaseError]>([])
    DispatchQueue.concurrentPerform(iterations: 8) { thread in
      do { try Self.insert(thread, into: database) } catch let error as DatabaseError {
        failures.withLock { $0.append(error) }
      } catch {}
    }
    try FileManager.default.removeItem(at: file)
    try Self.insert(1, into: database)
    let ids = try Self.ids(database)
    #expect(failures.withLock { $0.count } == 8)
    #expect(failures.withLock { $0.allSatisfy { $0.matches(.cannotOpen) } })
    #expect(ids == [1])
  }

  @Test(.exitTest)
  func `that cannot be removed fails for each writer, and works once it can`() async throws {
    try Self.damage(file)
    chmod(file.path, 0o666)
    chmod(folder.url.path, 0o555)
    defer { chmod(folder.url.path, 0o755) }
    let path = file.path
    await #expect(processExitsWith: .success) { [path = path as String] in
      // Root can write everywhere, so the test drops its privileges.
      if geteuid() == 0 { setuid(65534) }
      let database = RepairableDatabase(
        file: URL(filePath: path), migrations: `A repairable database`.migrations)
      let failures = Locked<[String]>([])
      DispatchQueue.concurrentPerform(iterations: 8) { thread in
        do { try `A repairable database`.insert(thread, into: database) } catch {
          failures.withLock { $0.append(error.localizedDescription) }
        }
      }
      let texts = failures.withLock { $0 }
      #expect(texts.count == 8)
      #expect(texts.allSatisfy { $0.contains("is damaged and cannot be removed: ") })
    }
  }

  // MARK: Names

  @Test
  func `is shared by all paths of a file, before and after the file exists`() throws {
    let (real, link) = (folder.url.appending(path: "real"), folder.url.appending(path: "link"))
    try FileManager.default.createDirectory(at: real, withIntermediateDirectories: false)
    try FileManager.default.createSymbolicLink(at: link, withDestinationURL: real)
    let target = real.appending(path: "new/deep.sqlite")
    let alias = folder.url.appending(path: "alias.sqlite")
    try FileManager.default.createSymbolicLink(
      atPath: alias.path, withDestinationPath: "link/new/deep.sqlite")
    let names = [
      target, link.appending(path: "new/deep.sqlite"), alias,
      link.appending(path: "new/../new/./deep.sqlite"),
    ]
    let before = names.map(\.resolvedPath)
    try FileManager.default.createDirectory(
      at: target.deletingLastPathComponent(), withIntermediateDirectories: false)
    try Data().write(to: target)
    let after = names.map(\.resolvedPath)
    #expect(Set(before).count == 1)
    #expect(after == before)

    let shared = names.map { RepairableDatabase.shared(at: $0, migrations: Self.migrations) }
    #expect(shared.allSatisfy { $0 === shared[0] })
  }

  @Test
  func `returns for a circular link`() throws {
    let link = folder.url.appending(path: "circle")
    try FileManager.default.createSymbolicLink(atPath: link.path, withDestinationPath: "circle")
    #expect(link.resolvedPath.hasSuffix("/circle"))
  }

  @Test
  func `refuses a path with a NUL`() throws {
    let named = folder.url.appending(path: "news\0.sqlite")
    let database = RepairableDatabase(file: named, migrations: Self.migrations)
    #expect(throws: DatabaseError.notAFile(URL(filePath: named.resolvedPath))) {
      try Self.ids(database)
    }
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path) == [])
  }
}
