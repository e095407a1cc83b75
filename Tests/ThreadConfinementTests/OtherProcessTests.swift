import Foundation
import TestSupport
import Testing
import ThreadConfinement

@testable import StoreWriter

@Suite(.serialized)
struct `Other processes`: ~Copyable {
  let folder: StoreFolder
  init() throws { folder = try StoreFolder() }

  private var pairs: ConfinedStore.Configuration {
    .pairs(folder.file).with(\.busyTimeout, .seconds(600))
  }

  private func run(_ arguments: String...) throws -> BuiltProgram.ExecutionResult {
    try BuiltProgram("StoreWriter").run([arguments[0], folder.file.path] + arguments.dropFirst())
  }

  private func setPermissions(_ permissions: Int, of url: URL) throws {
    try FileManager.default.setAttributes([.posixPermissions: permissions], ofItemAtPath: url.path)
  }

  /// The number in both halves of the pair, 0 without a pair, or nil if the halves differ or one is
  /// torn.
  private func number(in store: ConfinedStore) -> Int? {
    let found = store.objects(Pair.self).map(\.snapshot)
    guard let first = found.first else { return 0 }
    let text = String(repeating: "\(first.number) ", count: 200)
    let isWhole =
      found.count == 2 && found.allSatisfy { $0.number == first.number && $0.text == text }
    return isWhole ? first.number : nil
  }

  @Test
  func `a writer killed 16 times leaves its last commit intact`() throws {
    var torn: [String] = []
    var stored = 0
    for round in 0..<16 {
      let writer = try BuiltProgram("StoreWriter").start(["forever", folder.file.path])
      // Reads the last number that the writer has stored, then kills it during a later write.
      var said = writer.line().flatMap(Int.init) ?? 0
      for _ in 0..<(round % 4) { said = writer.line().flatMap(Int.init) ?? said }
      writer.send(SIGKILL)
      writer.ending()
      let store = try ConfinedStore.open(pairs)
      try store.refresh()
      let found = number(in: store)
      stored = found ?? -1
      if stored < said { torn.append("round \(round): said \(said), found \(stored)") }
    }
    #expect(torn == [])
    #expect(stored >= 16)
  }

  @Test
  func `a truncated log yields its complete commits`() throws {
    let store = try ConfinedStore.open(pairs)
    for number in 1...6 { try StoreWriter.write(number, in: store) }
    let main = try Data(contentsOf: folder.file)
    let log = try Data(contentsOf: URL(filePath: folder.file.path + "-wal"))
    var found: [Int?] = []
    // The log has a header of 32 bytes, then frames of 24 bytes and a page. It is cut after each
    // frame, and one byte before that.
    let ends = Array(stride(from: 32, through: log.count, by: 4096 + 24))
    #expect(ends.last == log.count)
    for cut in [0] + ends.flatMap({ [$0 - 1, $0] }) {
      let copy = folder.folder.appending(path: "cut \(cut)")
      try main.write(to: copy)
      try log.prefix(cut).write(to: URL(filePath: copy.path + "-wal"))
      try found.append(number(in: ConfinedStore.open(.pairs(copy))))
    }
    let numbers = found.compactMap { $0 }
    #expect(numbers.count == found.count, "\(found)")
    #expect(numbers == numbers.sorted())
    #expect(Set(numbers) == Set(0...6))
  }

  @Test
  func `a commit of another process is visible after refresh, as a whole`() throws {
    let store = try ConfinedStore.open(pairs)
    let ended = try run("once", "5")
    let before = store.objects(Pair.self).count
    let advanced = try store.refresh()
    let numbers = store.objects(Pair.self).map(\.number)
    #expect(ended.output == "stored\n")
    #expect(before == 0)
    #expect(advanced)
    #expect(numbers == [5, 5])
  }

  @Test
  func `a write waits for a write of another process until its time limit, then throws`() throws {
    let store = try ConfinedStore.open(pairs.with(\.busyTimeout, .milliseconds(20)))
    let writer = try BuiltProgram("StoreWriter").start(["hold", folder.file.path])
    let begun = writer.line()
    let refusal = failure { try store.write {} }
    let countMeanwhile = store.objects(Pair.self).count
    writer.closeInput()
    let committed = writer.line()
    writer.ending()
    try store.write {}
    #expect(begun == "begun")
    #expect(refusal?.contains("Another connection is writing") == true, "\(refusal ?? "nil")")
    #expect(countMeanwhile == 0)
    #expect(committed == "committed")
    #expect(store.objects(Pair.self).map(\.number) == [7])
  }

  @Test
  func `the main thread runs tasks: observers are called on it, and queued writes run (R-27 R-72)`()
    throws
  {
    let ended = try run("main")
    let lines = ended.output.split(separator: "\n").map(String.init)
    #expect(
      lines == [
        "initial 0 on main true", "update 1 on main true", "complete on main true",
        "update 2 on main true",
      ])
  }

  @Test
  func `a changed schema is reported, and the file is unchanged`() throws {
    _ = try run("once", "5")
    let ended = try run("other-schema")
    let numbers = try ConfinedStore.open(pairs).objects(Pair.self).map(\.number)
    #expect(
      ended.output == """
        error: the file holds Pair as (id INTEGER NOT NULL, number INTEGER NOT NULL, \
        text TEXT NOT NULL, _serial INTEGER NOT NULL, _stamp INTEGER NOT NULL), and this program \
        as (id INTEGER NOT NULL, number TEXT NOT NULL, _serial INTEGER NOT NULL, \
        _stamp INTEGER NOT NULL); the file was left as it is; declare the columns that it has, or use \
        another file

        """)
    #expect(numbers == [5, 5])
  }

  @Test
  func `an unwritable folder causes an error with the file's path`() throws {
    let locked = folder.folder.appending(path: "locked")
    try FileManager.default.createDirectory(at: locked, withIntermediateDirectories: true)
    try setPermissions(0o755, of: folder.folder)
    try setPermissions(0o555, of: locked)
    let file = locked.appending(path: "store.db").path
    let ended = try BuiltProgram("StoreWriter").run(["open", file])
    let isNamed = ended.output.contains(file) && ended.output.contains("unable to open")
    #expect(isNamed, "\(ended.output)\(ended.errors)")
    try setPermissions(0o755, of: locked)
  }

  @Test
  func `a file and a folder that became read-only cause an error, and nothing is lost`() throws {
    _ = try run("once", "5")
    try setPermissions(0o555, of: folder.folder)
    try setPermissions(0o444, of: folder.file)
    let ended = try run("open")
    try setPermissions(0o755, of: folder.folder)
    try setPermissions(0o644, of: folder.file)
    let numbers = try ConfinedStore.open(pairs).objects(Pair.self).map(\.number)
    #expect(ended.output.hasPrefix("error: "), "\(ended.output)\(ended.errors)")
    #expect(numbers == [5, 5])
  }
}
