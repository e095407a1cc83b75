internal import DataAccess
public import Observing

/// A user as the layers above may know one: it can be read and listened to, and not changed.
///
/// There is one object per user, as long as somebody keeps it. The layer below defines it, and those
/// above never see that.
public protocol User: AnyObject, Sendable {
  associatedtype Name: ReadableValue<String>

  /// Never changes.
  var id: Int64 { get }

  /// Changes when the server has accepted another one.
  var name: Name { get }
}

extension UserRawModel: User {}
