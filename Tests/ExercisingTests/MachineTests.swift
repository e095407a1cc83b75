import Foundation
import TestSupport
import Testing

@testable import Exercising

#if os(Linux)
  struct `The history of a path`: ~Copyable {
    let folder: TemporaryFolder
    let url: URL
    let history: PathHistory

    init() throws {
      let folder = try TemporaryFolder("history")
      let url = folder.url.appending(path: "student.json")
      try Data("old".utf8).write(to: url)
      self.folder = folder
      self.url = url
      history = PathHistory(url)
    }

    private func replace() throws {
      try FileManager.default.removeItem(at: url)
      try Data("new".utf8).write(to: url, options: .atomic)
    }

    @Test
    func `has no gap if the file is replaced`() throws {
      try Data("new".utf8).write(to: url, options: .atomic)
      let gaps = history.gaps()
      #expect(gaps == [])
    }

    @Test
    func `has a gap after any number of other events`() throws {
      for number in 0..<200 {
        let other = folder.url.appending(path: "\(number)")
        try Data().write(to: other)
        try FileManager.default.removeItem(at: other)
      }
      try replace()
      let gaps = history.gaps()
      #expect(gaps == ["no file"])
    }

    @Test
    func `has a gap if its descriptor was emptied or closed`() throws {
      try replace()
      var bytes = [UInt8](repeating: 0, count: 4096)
      _ = read(history.descriptor, &bytes, bytes.count)
      let other = inotify_init1(Int32(IN_CLOEXEC) | Int32(O_NONBLOCK))
      defer { close(other) }
      dup2(other, history.descriptor)
      #expect(history.gaps() == ["an event that was not reported"])
    }
  }
#endif

struct `A database of a scene` {
  @Test
  func `reverses rows without an order, whatever pragmas a program sets`() throws {
    let database = try SQLiteRunner(Events { _ in })
    _ = try database.run("CREATE TABLE user (id INTEGER PRIMARY KEY)", [])
    _ = try database.run("INSERT INTO user VALUES (1), (2)", [])
    _ = try database.run("PRAGMA reverse_unordered_selects = OFF", [])
    #expect(try database.rows("SELECT id FROM user", []) == [[.integer(2)], [.integer(1)]])
  }
}
