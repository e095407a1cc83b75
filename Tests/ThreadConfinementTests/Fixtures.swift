import Concurrency
import Foundation
import SQLite
import TestSupport
import ThreadConfinement

/// The artists of these tests.
struct Artist: ConfinedObject, Equatable {
  var id = 0
  var name = ""
  var age: Int?

  static let columns = [Column("id", \Artist.id), Column("name", \.name), Column("age", \.age)]

  /// A computed property, which is not a column.
  var shout: String { name.uppercased() }

  static let ann = Artist(id: 1, name: "Ann", age: 30)
  static let bob = Artist(id: 2, name: "Bob", age: 40)
  static let cid = Artist(id: 3, name: "Cid", age: 50)

  /// Artists with these ids and a name of 50 bytes, which need many pages.
  static func many(_ ids: Range<Int>) -> [Artist] {
    let name = String(repeating: "n", count: 50)
    return ids.map { Artist(id: $0, name: name) }
  }
}

/// A type with a text key, a nested property and a column of every type.
struct Song: ConfinedObject, Equatable {
  struct Details: Sendable, Equatable {
    var length = 0.0
    var isLive = false
  }
  enum Genre: String, ColumnValue { case folk, jazz }

  var id = ""
  var details = Details()
  var genre = Genre.folk
  var cover = Data()
  var note: String?

  static let columns = [
    Column("id", \Song.id), Column("length", \.details.length),
    Column("is_live", \.details.isLive), Column("genre", \.genre), Column("cover", \.cover),
    Column("note", \.note),
  ]
}

/// An error of a test's own.
struct Refused: Error {}

/// A file for a store in a temporary folder, which is removed with this value.
struct StoreFolder: ~Copyable {
  let temporary: TemporaryFolder

  init() throws {
    setenv("SWIFT_BACKTRACE", "enable=no", 1)
    temporary = try TemporaryFolder("ConfinedStore")
  }

  var folder: URL { temporary.url }
  var file: URL { folder.appending(path: "store.db") }

  var configuration: ConfinedStore.Configuration { .artists(file) }

  /// Opens the store for the current thread and adds these artists.
  func open(_ artists: Artist...) throws -> ConfinedStore {
    let store = try ConfinedStore.open(configuration)
    if !artists.isEmpty { try store.write { try store.add(artists) } }
    return store
  }

  /// Opens the store of another file.
  func openAnother() throws -> ConfinedStore {
    try .open(.artists(folder.appending(path: "another.db")))
  }
}

extension ConfinedStore.Configuration {
  static func artists(_ file: URL) -> ConfinedStore.Configuration {
    // Much longer than another connection holds a lock, even on a busy machine.
    ConfinedStore.Configuration(file: file, schema: [Artist.self, Song.self])
      .with(\.busyTimeout, .seconds(600))
  }

  func with<Value>(_ option: WritableKeyPath<Self, Value>, _ value: Value) -> Self {
    var changed = self
    changed[keyPath: option] = value
    return changed
  }

  /// Runs a closure with a store of a new thread and waits for it.
  func elsewhere<Result: Sendable>(
    _ body: @escaping @Sendable (ConfinedStore) throws -> Result
  ) throws -> Result {
    try ThreadConfinementTests.elsewhere { try body(.open(self)) }
  }

  /// Writes in a store of a new thread.
  func writeElsewhere(_ body: @escaping @Sendable (ConfinedStore) throws -> Void) throws {
    try elsewhere { store in try store.write { try body(store) } }
  }
}

extension ConfinedStore {
  var artists: Results<Artist> { objects(Artist.self) }
  var names: [String] { artists.map(\.name) }

  func artist(_ id: Int) -> LiveObject<Artist>? { object(ofType: Artist.self, forPrimaryKey: id) }
}

/// Runs a closure on a new thread and waits for it.
func elsewhere<Result: Sendable>(_ body: @escaping @Sendable () throws -> Result) throws -> Result {
  let thread = ConfinedThread(name: "elsewhere")
  defer { thread.finish() }
  guard let result = try thread.sync(body) else { throw Watcher.Gone() }
  return result
}

/// Runs a closure on a thread without a loop.
func onPlainThread<Result: Sendable>(
  _ body: @escaping @Sendable () throws -> Result
) throws -> Result {
  let outcome = OneShot<Swift.Result<Result, any Error>>()
  Thread.detachNewThread { outcome.fulfill(Swift.Result(catching: body)) }
  return try outcome.wait().get()
}

/// The reason of the failure that the closure throws, or nil if it does not throw.
func failure(of body: () throws -> Void) -> String? {
  do { try body() } catch let failure as ConfinedStore.Failure { return failure.reason } catch {
    return "another error: \(error)"
  }
  return nil
}

/// The outcome of a write, for notes.
func outcome(_ failure: ConfinedStore.Failure?) -> String { failure?.reason ?? "stored" }

/// A loop that refuses all tasks.
struct RefusingLoop: TaskLoop {
  let completed = DispatchSemaphore(value: 0)
  func enqueue(_ task: @escaping @Sendable () -> Void) -> Bool { false }
}

/// A store and a token that threads use alternately.
final class Kept: @unchecked Sendable {
  // Unchecked because the threads take turns.
  var store: ConfinedStore?
  weak var released: ConfinedStore?
  var token: NotificationToken?

  init(_ store: ConfinedStore? = nil) { self.store = store }
}

/// A store on an actor.
actor Archive {
  private let configuration: ConfinedStore.Configuration
  private var opened: ConfinedStore?

  init(_ configuration: ConfinedStore.Configuration) { self.configuration = configuration }

  /// Creates an archive, and opens its store.
  init(opened configuration: ConfinedStore.Configuration) async throws {
    self.configuration = configuration
    try open()
  }

  func open() throws { opened = try .open(configuration, actor: self) }

  /// Runs a closure with the store on the actor.
  func use<Result: Sendable>(_ body: @Sendable (ConfinedStore) throws -> Result) throws -> Result {
    guard let opened else { throw Watcher.Gone() }
    return try body(opened)
  }

  func write<Result: Sendable>(
    _ body: @escaping @Sendable (ConfinedStore) throws -> Result
  ) async throws -> Result {
    guard let opened else { throw Watcher.Gone() }
    return try await opened.asyncWrite { try body(opened) }
  }

  /// Adds an artist asynchronously, and returns its name.
  func addAsync(_ artist: Artist) async throws -> String {
    try await write { try $0.add(artist).name }
  }

  var isBusy: Bool { opened?.hasAsyncWrites ?? false }

  var names: [String] { opened?.names ?? [] }
}
