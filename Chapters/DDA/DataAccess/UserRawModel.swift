public import Observing

/// A user as the database has it: what a row becomes as soon as it is read.
///
/// The service shares it and keeps one for each user; no view is ever bound to it. Whoever changes the
/// name changes nothing in the database: that is written when it is said so.
public final class UserRawModel: Sendable {
  /// The row's primary key.
  public let id: Int64
  /// Any text, also an empty one; what a name may be is the application's matter.
  public let name: ObservableValue<String>

  /// A user that is in no database yet, or a row that was read.
  public init(id: Int64, name: String) {
    self.id = id
    self.name = ObservableValue(name)
  }
}
