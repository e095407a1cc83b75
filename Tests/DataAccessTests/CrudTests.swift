import Concurrency
import DataAccess
import Observing
import TestSupport
import Testing

@Suite(.serialized)
struct `Rows of users`: ~Copyable {
  let users: OpenUsers
  var database: UserDatabase { users.database }

  init() throws { users = try OpenUsers() }

  @Test
  func `are created, read, updated and deleted asynchronously`() throws {
    let database = database
    let jake = UserRawModel.named("Jake")
    let inserted = database.outcome { try $0.insert(jake) }
    let many = database.outcome {
      try $0.insert([.named("Ann", id: 2), .named("Bob", id: 3)])
    }
    let updated = database.outcome {
      try $0.update(.named("Taylor"))
    }
    let saved = database.outcome {
      try $0.save(.named("Cid", id: 4))
    }
    let deleted = database.outcome { try $0.delete(3) }
    let got = try database.value { try $0.get(4) }?.text
    let listed = try database.value { try $0.all() }.map(\.text)
    let emptied = database.outcome { try $0.deleteAll() }
    let left = try database.texts()
    #expect([inserted, many, updated, saved, deleted, emptied] == [nil, nil, nil, nil, nil, nil])
    #expect(got == "4 Cid")
    #expect(listed == ["1 Taylor", "2 Ann", "4 Cid"])
    #expect(left == [])
  }

  @Test
  func `are all inserted or none, and a duplicate is named`() throws {
    try database.insert(.named("Jake", id: 50))
    let refused = cause {
      try database.insert((1...100).map { .named("Ann", id: $0) })
    }
    let left = try database.texts()
    try database.insert([])
    try database.insert((1...49).map { .named("Ann", id: $0) })
    let count = try database.all().count
    try database.deleteAll()
    try database.deleteAll()
    let emptied = try database.texts()
    #expect(refused == .userExists(50))
    #expect(left == ["50 Jake"])
    #expect(count == 50)
    #expect(emptied == [])
  }

  @Test(arguments: [
    "", " ", "O'Brien", "\"quoted\"", "'); DROP TABLE user; --", "Zoë\nand\r\nBob", "👩‍👩‍👧‍👦 🇫🇷",
    "nul\0inside", "\0", "e\u{301}", "\u{E9}", "?1 :name %s", "עברית",
    String(repeating: "a", count: 100_000),
  ])
  func `hold any name, byte for byte`(name: String) throws {
    try database.insert(.named(name))
    try database.insert([.named(name, id: 2)])
    let inserted = try database.get(1)?.name.value
    try database.update(.named("Ann"))
    try database.update(.named(name))
    try database.save(.named(name, id: 3))
    let names = try database.all().map { Array($0.name.value.utf8) }
    #expect(inserted.map { Array($0.utf8) } == Array(name.utf8))
    #expect(names == Array(repeating: Array(name.utf8), count: 3))
  }

  @Test(arguments: [Int64.min, -1, 0, .max])
  func `have any id that fits`(id: Int64) throws {
    try database.insert(.named("Jake", id: id))
    let texts = [try database.get(id)?.text] + (try database.texts())
    #expect(texts == ["\(id) Jake", "\(id) Jake"])
  }

  @Test
  func `are written as they are when the write runs, unless a copy is made`() throws {
    let (user, copied) = (UserRawModel.named("Jake"), UserRawModel.named("Ann", id: 2))
    let copy = UserRawModel(id: copied.id, name: copied.name.value)
    let (mayGoOn, isDone) = (OneShot<Void>(), OneShot<Void>())
    database.write(completingOn: .workingThread) { _ in
      mayGoOn.wait()
    } completion: { _ in
    }
    database.write(completingOn: .workingThread) {
      try $0.insert([user, copy])
    } completion: { _ in
      isDone.fulfill(())
    }
    user.name.value = "Taylor"
    copied.name.value = "Anna"
    mayGoOn.fulfill(())
    isDone.wait()
    #expect(try database.texts() == ["1 Taylor", "2 Ann"])
  }

  @Test
  func `become separate models with each read`() throws {
    try database.insert(.named("Jake"))
    let (first, second) = (try #require(try database.get(1)), try #require(try database.get(1)))
    first.name.value = "Taylor"
    let third = try database.get(1)?.text
    #expect(first !== second)
    #expect(second.text == "1 Jake")
    #expect(third == "1 Jake")
  }
}
