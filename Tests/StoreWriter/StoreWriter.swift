import Foundation
import ThreadConfinement

/// An object whose number and text are always stored by one write.
struct Pair: ConfinedObject {
  var id = 0
  var number = 0
  var text = ""

  static let columns = [Column("id", \Pair.id), Column("number", \.number), Column("text", \.text)]

  /// A computed property, which is not a column.
  var title: String { "number \(number)" }
}

extension ConfinedStore.Configuration {
  static func pairs(_ file: URL) -> ConfinedStore.Configuration {
    ConfinedStore.Configuration(file: file, schema: [Pair.self])
  }
}

/// A second process for tests, which opens the store at a path.
///
/// - `forever PATH` writes both halves of a pair repeatedly, and prints each number once it is
///   stored.
/// - `once PATH NUMBER` does so once.
/// - `hold PATH` begins a write, prints that, and commits when its input ends.
/// - `main PATH` observes on the main thread.
/// - `dispatch-main PATH` leaves the main thread to `dispatchMain`.
/// - `full-queue PATH` writes while no thread of the global queue is free.
/// - `other-schema PATH` opens the store with other columns.
/// - `open PATH` opens the store as an ordinary user.
/// - `mistake PATH NAME` makes a ``Mistake``.
@main
enum StoreWriter {
  static func main() {
    let arguments = CommandLine.arguments
    guard arguments.count > 2 else { return say("usage: StoreWriter MODE PATH [ARGUMENT]") }
    do {
      try run(arguments[1], URL(filePath: arguments[2]), arguments.dropFirst(3).first ?? "")
    } catch {
      say("error: \(error)")
    }
  }

  private static func run(_ mode: String, _ file: URL, _ argument: String) throws {
    switch mode {
    case "forever":
      // The pipe is closed if the test run is killed.
      exitAtEndOfInput()
      let store = try ConfinedStore.open(.pairs(file))
      var number = store.object(ofType: Pair.self, forPrimaryKey: 1)?.number ?? 0
      while true {
        number += 1
        try write(number, in: store)
        say("\(number)")
      }
    case "once":
      try write(Int(argument) ?? 1, in: .open(.pairs(file)))
      say("stored")
    case "hold":
      let store = try ConfinedStore.open(.pairs(file))
      try store.beginWrite()
      try store.add(Pair(id: 1, number: 7), update: .all)
      say("begun")
      _ = readLine()
      try store.commitWrite()
      say("committed")
    case "open":
      // Root can write anywhere, so the process becomes an ordinary user.
      _ = setgid(65534)
      _ = setuid(65534)
      let store = try ConfinedStore.open(.pairs(file))
      try write(1, in: store)
      say("stored")
    case "main":
      Task { @MainActor in
        do { try await observeOnMain(file) } catch { say("error: \(error)") }
        exit(0)
      }
      RunLoop.main.run()
    case "dispatch-main": try writeOnMainQueue(file)
    case "full-queue": try writeBesideFullQueue(file)
    case "other-schema":
      _ = try ConfinedStore.open(.init(file: file, schema: [OtherSchema.Pair.self]))
      say("opened")
    case "mistake": try Mistake.make(argument, in: file)
    default: say("no such mode")
    }
  }

  static func write(_ number: Int, in store: ConfinedStore) throws {
    try store.write {
      let text = String(repeating: "\(number) ", count: 200)
      for id in 1...2 { try store.add(Pair(id: id, number: number, text: text), update: .all) }
    }
  }

  private static func exitAtEndOfInput() {
    Thread.detachNewThread {
      while readLine() != nil {}
      exit(1)
    }
  }

  static func say(_ line: String) { FileHandle.standardOutput.write(Data((line + "\n").utf8)) }
}

/// The same type in a later version of a program.
enum OtherSchema {
  struct Pair: ConfinedObject {
    var id = 0
    var number = ""

    static let columns = [Column("id", \Pair.id), Column("number", \.number)]
  }
}
