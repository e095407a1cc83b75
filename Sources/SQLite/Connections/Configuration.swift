extension Connection {
  /// How a database is opened.
  public struct Configuration: Sendable, Equatable {
    /// What may be done with the file.
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
      /// Never: a power cut may damage the file. For tests and what can be made again.
      case off
      /// At checkpoints: with ``Journal/wal`` a power cut may lose the last commits, nothing more.
      case normal
      /// At every commit: what was committed stays.
      case full
    }

    /// What may be done with the file.
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
