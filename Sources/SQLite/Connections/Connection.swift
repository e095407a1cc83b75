public import Foundation

/// A connection to a database: open from `init` until it is released, then closed, with all its statements.
///
/// It cannot be copied, so there is always one owner, and no way to use a closed one. It is not
/// `Sendable`: one thread at a time uses it. It can be handed to another thread or an actor as
/// `sending`, after which the compiler does not let the giver use it. Its statements and rows are lent
/// to closures and cannot leave them. That is why SQLite's own mutexes are switched off.
///
/// Threads that want to use one database at the same time share a ``DatabasePool``.
public struct Connection: ~Copyable {
  @usableFromInline let storage: ConnectionStorage

  /// Opens a file, and reads its header, so that what is not a database is noticed here.
  ///
  /// - Throws: ``DatabaseError/notAFile(_:)``, ``DatabaseError/journalRefused(wanted:got:path:)``, or
  ///   what SQLite says: `.cannotOpen`, `.notADatabase`, `.busy` while another connection is writing.
  public init(
    at file: URL, _ configuration: Configuration = .standard
  ) throws(DatabaseError) {
    guard file.isFileURL else { throw .notAFile(file) }
    // Absolute, because SQLite takes ":memory:" and an empty name for something else than a file.
    let path = file.absoluteURL.path(percentEncoded: false)
    guard !path.utf8.contains(0) else { throw .notAFile(file) }
    self = try Self.opened(path, configuration, isFile: true)
  }

  private init(_ storage: ConnectionStorage) { self.storage = storage }

  /// Makes an empty database in memory, which exists as long as the connection.
  ///
  /// - Throws: ``DatabaseError`` when memory runs out.
  public static func inMemory(
    _ configuration: Configuration = .standard
  ) throws(DatabaseError) -> Connection {
    try opened(":memory:", configuration, isFile: false)
  }

  /// Closes it now, rather than where its owner ends; an open transaction is rolled back.
  public consuming func close() {}

  /// The absolute path of the file; nil in memory.
  public var path: String? { DatabaseError.path(of: storage.handle) }
}

extension Connection {
  private static func opened(
    _ path: String, _ configuration: Configuration, isFile: Bool
  ) throws(DatabaseError) -> Connection {
    let connection = Connection(try ConnectionStorage(path: path, configuration))
    try connection.prepare(configuration, isFile: isFile)
    return connection
  }

  private func prepare(_ configuration: Configuration, isFile: Bool) throws(DatabaseError) {
    try execute("PRAGMA foreign_keys = \(configuration.foreignKeys ? "ON" : "OFF")")
    try execute("PRAGMA synchronous = \(configuration.synchronous.rawValue)")
    let _: Int = try value("PRAGMA schema_version")
    guard isFile, configuration.access != .readOnly, let journal = configuration.journal else {
      return
    }
    let mode: String = try value("PRAGMA journal_mode = \(journal.rawValue)")
    guard mode == journal.rawValue else {
      throw .journalRefused(wanted: journal.rawValue, got: mode, path: path)
    }
  }
}

extension Connection {
  /// How a database is opened.
  public struct Configuration: Sendable, Equatable {
    /// The access to the file.
    public enum Access: Sendable {
      /// Reading a file that exists.
      case readOnly
      /// Reading and writing a file that exists.
      case readWrite
      /// Reading and writing a file, which is created if it does not exist.
      case creating
    }

    /// Where SQLite keeps what it needs to undo a transaction.
    public enum Journal: String, Sendable {
      /// Changes are appended to a file beside the database, so that readers go on during a write.
      case wal
      /// Old pages are copied to a file, which is deleted by the commit; readers and the writer
      /// exclude each other.
      case delete
    }

    /// When SQLite waits until what it wrote has reached the disk.
    public enum Synchronous: String, Sendable {
      /// Never: a power cut may damage the file. For tests and reproducible data.
      case off
      /// At checkpoints: with ``Journal/wal`` a power cut may lose the last commits, nothing more.
      case normal
      /// At every commit: what was committed stays.
      case full
    }

    /// The access to the file.
    public var access = Access.creating
    /// Nil leaves the file as it is; so does ``Access/readOnly``.
    public var journal: Journal? = .wal
    /// When a commit waits for the disk.
    public var synchronous = Synchronous.full
    /// How long a statement waits for another connection's write before it fails with
    /// ``DatabaseError/Code/busy``; to the millisecond.
    public var busyTimeout: Duration = .seconds(5)
    /// Whether `REFERENCES` in a table is enforced, which SQLite itself leaves off.
    public var foreignKeys = true
    /// How many prepared statements a connection keeps; the least recently used one is released first.
    public var cachedStatementLimit = 64

    /// Writes ahead, waits for the disk at each commit, enforces foreign keys.
    public init() {}

    /// The same with one thing changed: `.standard.with(\.access, .readOnly)`.
    public func with<Value>(
      _ property: WritableKeyPath<Self, Value>, _ value: Value
    ) -> Configuration {
      var copy = self
      copy[keyPath: property] = value
      return copy
    }

    /// What ``init()`` makes.
    public static let standard = Configuration()
  }
}
