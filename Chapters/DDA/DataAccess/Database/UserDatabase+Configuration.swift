internal import SQLite

extension UserDatabase {
  /// How the database is opened and watched.
  package struct Configuration: Sendable {
    /// How many threads read; at least one does.
    package var readerCount = 4
    /// How long a write waits for another program's; to the millisecond.
    package var patience: Duration = .seconds(5)
    /// Is told of each step, just before it is done and on the thread that does it.
    package var log: Log?

    package init() {}

    package typealias Log = @Sendable (Step) -> Void

    var connection: Connection.Configuration { .standard.with(\.busyTimeout, patience) }
  }

  /// Something that the database is asked to do, or does on the way.
  package enum Step: Hashable, Sendable {
    case get(Int64)
    case all
    case insert(Int64, name: String)
    case insertMany(Int)
    case update(Int64, name: String)
    case save(Int64, name: String)
    case delete(Int64)
    case deleteAll
    case transaction
    /// A row was read and becomes a raw model.
    case conversion(Int64)
  }
}
