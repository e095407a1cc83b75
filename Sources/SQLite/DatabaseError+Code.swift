internal import CSQLite

extension DatabaseError {
  /// A result code of SQLite. The low eight bits are the primary code; the others refine it: 517,
  /// ``busySnapshot``, is a kind of ``busy``. Not all codes have a name here.
  public struct Code: RawRepresentable, Hashable, Sendable {
    public let rawValue: Int32

    public init(rawValue: Int32) { self.rawValue = rawValue }

    /// The primary code, which this code equals or refines.
    public var primary: Code { Code(rawValue: rawValue & 0xFF) }

    /// Whether a code equals the pattern or refines it.
    public static func ~= (pattern: Code, code: Code) -> Bool {
      pattern == code || pattern == code.primary
    }
  }
}

extension DatabaseError.Code {
  /// An error in the SQL, or one without a specific code.
  public static let error = Self(rawValue: SQLITE_ERROR)
  /// Another connection is writing.
  public static let busy = Self(rawValue: SQLITE_BUSY)
  /// Another connection has written since this transaction read; the transaction must be restarted.
  public static let busySnapshot = Self(rawValue: SQLITE_BUSY | 2 << 8)
  /// A lock that the same connection holds conflicts with the statement.
  public static let locked = Self(rawValue: SQLITE_LOCKED)
  /// The connection or the file cannot be written.
  public static let readOnly = Self(rawValue: SQLITE_READONLY)
  /// Reading or writing the file failed.
  public static let inputOutput = Self(rawValue: SQLITE_IOERR)
  /// The file is damaged.
  public static let corrupt = Self(rawValue: SQLITE_CORRUPT)
  /// The disk is full, or the database has reached its size limit.
  public static let full = Self(rawValue: SQLITE_FULL)
  /// The file does not exist or cannot be opened.
  public static let cannotOpen = Self(rawValue: SQLITE_CANTOPEN)
  /// A text or blob exceeds SQLite's size limit.
  public static let tooBig = Self(rawValue: SQLITE_TOOBIG)
  /// A constraint of the table is violated.
  public static let constraint = Self(rawValue: SQLITE_CONSTRAINT)
  /// A row with this primary key already exists.
  public static let primaryKeyConstraint = Self(rawValue: SQLITE_CONSTRAINT | 6 << 8)
  /// The row refers to a row that does not exist, or is itself referred to.
  public static let foreignKeyConstraint = Self(rawValue: SQLITE_CONSTRAINT | 3 << 8)
  /// The file is not a database.
  public static let notADatabase = Self(rawValue: SQLITE_NOTADB)
}
