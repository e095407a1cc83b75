internal import CSQLite

extension DatabaseError {
  /// A result code of SQLite, by its number.
  ///
  /// The lower eight bits say what broke, the upper ones refine it: 517, `busySnapshot`, is a kind of
  /// ``busy``. A code without a name here keeps its number.
  public struct Code: RawRepresentable, Hashable, Sendable {
    /// The number, with the bits that refine it.
    public let rawValue: Int32

    /// Any number.
    public init(rawValue: Int32) { self.rawValue = rawValue }

    /// What it refines, or itself.
    public var primary: Code { Code(rawValue: rawValue & 0xFF) }

    /// Whether a code is this one or refines it.
    public static func ~= (pattern: Code, code: Code) -> Bool {
      pattern == code || pattern == code.primary
    }
  }
}

extension DatabaseError.Code {
  /// An error in the SQL, or one without a code of its own.
  public static let error = Self(rawValue: SQLITE_ERROR)
  /// Another connection is writing.
  public static let busy = Self(rawValue: SQLITE_BUSY)
  /// Another connection has changed what this transaction has read; begin it again.
  public static let busySnapshot = Self(rawValue: SQLITE_BUSY | 2 << 8)
  /// The same connection holds the lock.
  public static let locked = Self(rawValue: SQLITE_LOCKED)
  /// Memory ran out.
  public static let noMemory = Self(rawValue: SQLITE_NOMEM)
  /// The connection or the file cannot be written.
  public static let readOnly = Self(rawValue: SQLITE_READONLY)
  /// The statement was interrupted.
  public static let interrupted = Self(rawValue: SQLITE_INTERRUPT)
  /// Reading or writing the file failed.
  public static let inputOutput = Self(rawValue: SQLITE_IOERR)
  /// The file is damaged.
  public static let corrupt = Self(rawValue: SQLITE_CORRUPT)
  /// The disk, or the room that was granted, is used up.
  public static let full = Self(rawValue: SQLITE_FULL)
  /// There is no such file, or it cannot be opened.
  public static let cannotOpen = Self(rawValue: SQLITE_CANTOPEN)
  /// The schema changed under a statement.
  public static let schema = Self(rawValue: SQLITE_SCHEMA)
  /// A text or a blob is longer than SQLite stores.
  public static let tooBig = Self(rawValue: SQLITE_TOOBIG)
  /// A constraint of the table is violated.
  public static let constraint = Self(rawValue: SQLITE_CONSTRAINT)
  /// The value is there already.
  public static let uniqueConstraint = Self(rawValue: SQLITE_CONSTRAINT | 8 << 8)
  /// The primary key is there already.
  public static let primaryKeyConstraint = Self(rawValue: SQLITE_CONSTRAINT | 6 << 8)
  /// It refers to a row that is not there, or is referred to.
  public static let foreignKeyConstraint = Self(rawValue: SQLITE_CONSTRAINT | 3 << 8)
  /// NULL in a column that is NOT NULL.
  public static let notNullConstraint = Self(rawValue: SQLITE_CONSTRAINT | 5 << 8)
  /// A `CHECK` is violated.
  public static let checkConstraint = Self(rawValue: SQLITE_CONSTRAINT | 1 << 8)
  /// A value has the wrong type for its column.
  public static let mismatch = Self(rawValue: SQLITE_MISMATCH)
  /// The file is not a database.
  public static let notADatabase = Self(rawValue: SQLITE_NOTADB)
}
