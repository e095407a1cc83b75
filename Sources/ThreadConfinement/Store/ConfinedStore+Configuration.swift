public import Foundation

extension ConfinedStore {
  /// Which file, which types, and how it behaves. It may be used on any thread.
  public struct Configuration: Sendable {
    /// The file, which is created with its tables if it does not exist.
    public var file: URL
    /// The types that are stored.
    public var schema: [any ConfinedObject.Type]
    /// What ``ConfinedStore/autorefresh`` is at first.
    public var autorefresh = true
    /// How long to wait for a write of another process; a write of this process is waited for until
    /// it ends. Stores that are open on one file at the same time have that of the first.
    public var busyTimeout: Duration = .seconds(5)
    /// Called once each time that a beginning write has to wait for another one of this process, on the thread that will wait,
    /// before it does.
    public var onWriteRefused: (@Sendable () -> Void)?
    /// Receives why the database refused a read that cannot throw, outside ``ConfinedStore/checkingReads(_:)``, on the
    /// thread that reads; unless set, a line on standard error says it.
    public var onReadFailure: @Sendable (Failure) -> Void = { failure in
      FileHandle.standardError.write(Data("store cannot be read: \(failure)\n".utf8))
    }
    /// How many pages the file may have, as if the disk were full then.
    package var pageLimit: Int?

    /// - Parameters:
    ///   - file: where the store is.
    ///   - schema: the types that are stored in it.
    public init(file: URL, schema: [any ConfinedObject.Type]) {
      self.file = file
      self.schema = schema
    }
  }
}
