import Concurrency
import Foundation
import TestSupport
import ThreadConfinement

/// The artists of these tests.
struct Artist: ConfinedObject, Equatable {
  var id = 0
  var name = ""
  var age: Int?

  static let columns = [
    Column("id", \Artist.id), Column("name", \.name), Column("age", \.age),
  ]

  /// A computed property, which is not a column.
  var shout: String { name.uppercased() }

  static let ann = Artist(id: 1, name: "Ann", age: 30)
  static let bob = Artist(id: 2, name: "Bob", age: 40)
  static let cid = Artist(id: 3, name: "Cid", age: 50)
}

/// A type with a text key, a nested property and a column of every type.
struct Song: ConfinedObject {
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
}

extension ConfinedStore.Configuration {
  static func artists(_ file: URL) -> ConfinedStore.Configuration {
    var configuration = ConfinedStore.Configuration(file: file, schema: [Artist.self, Song.self])
    // Much longer than another connection holds a lock, even on a busy machine.
    configuration.busyTimeout = .seconds(600)
    return configuration
  }
}

extension ConfinedStore {
  var artists: Results<Artist> { objects(Artist.self) }
  var names: [String] { artists.map(\.name) }

  func artist(_ id: Int) -> LiveObject<Artist>? {
    object(ofType: Artist.self, forPrimaryKey: id)
  }
}

/// Runs a closure on a new thread and waits for it.
func elsewhere<Result: Sendable>(_ body: @escaping @Sendable () throws -> Result) throws -> Result {
  let thread = ConfinedThread(name: "elsewhere")
  defer { thread.finish() }
  guard let result = try thread.sync(body) else { throw Watcher.Gone() }
  return result
}

/// The reason of the failure that the closure throws, or nil if it does not throw.
func failure(of body: () throws -> Void) -> String? {
  do { try body() } catch let failure as ConfinedStore.Failure { return failure.reason } catch {
    return "another error: \(error)"
  }
  return nil
}

/// Runs a closure on a thread without a loop.
func onPlainThread<Result: Sendable>(_ body: @escaping @Sendable () throws -> Result) throws
  -> Result
{
  let outcome = Locked<Swift.Result<Result, any Error>?>(nil)
  let done = DispatchSemaphore(value: 0)
  Thread.detachNewThread {
    let result = Swift.Result { try body() }
    outcome.withLock { $0 = result }
    done.signal()
  }
  done.wait()
  guard let result = outcome.withLock({ $0 }) else { throw Watcher.Gone() }
  return try result.get()
}
