public import Observing

/// A user as the database stores it: the object that a row becomes as soon as it is read.
///
/// The service shares it and keeps one for each user; no view is bound to it. Setting the name does
/// not change the database: writing is an operation of its own.
public final class UserRawModel: Sendable {
  /// The row's primary key.
  public let id: Int64
  /// Any text, the empty one included; which names are valid is decided by the application.
  public let name: ObservableValue<String>

  /// Creates a model of a row that was read, or of a user that is not in the database yet.
  public init(id: Int64, name: String) {
    self.id = id
    self.name = ObservableValue(name)
  }
}
