/// A part of the device that the user has to allow an app to use.
public enum Permission: String, CaseIterable, Sendable {
  /// Where the device is.
  case gps
  /// The album of photos.
  case photo
  /// Messages from the server while the app is not open.
  case push
}

/// Asks the user, once for each permission.
public protocol PermissionService: Sendable {
  /// What the user says, or has said before.
  func answer(for permission: Permission) async -> PermissionAnswer
}

/// What the user says to a permission.
public enum PermissionAnswer: String, Sendable {
  /// The app may.
  case granted
  /// The app may not.
  case denied
  /// Nobody was there to be asked; ask again another time.
  case unknown
}
