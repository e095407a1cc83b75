/// A part of the device that an app may use only if the user allows it.
public enum Permission: String, CaseIterable, Sendable {
  /// The position of the device.
  case gps
  /// The photo library.
  case photo
  /// Notifications from the server while the app is not open.
  case push
}

/// Asks the user, once for each permission.
public protocol PermissionService: Sendable {
  /// The user's answer, now or earlier.
  func answer(for permission: Permission) async -> PermissionAnswer
}

/// The user's answer to a permission.
public enum PermissionAnswer: String, Sendable {
  /// The app may.
  case granted
  /// The app may not.
  case denied
  /// There was no user to answer; ask again another time.
  case unknown
}

/// Permissions that were decided beforehand; all others are denied.
struct ScriptedPermissions: PermissionService {
  let granted: Set<Permission>

  func answer(for permission: Permission) async -> PermissionAnswer {
    granted.contains(permission) ? .granted : .denied
  }
}
