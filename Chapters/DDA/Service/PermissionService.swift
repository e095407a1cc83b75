/// A resource of the device that requires the user's permission.
public enum Permission: String, CaseIterable, Sendable {
  /// The position of the device.
  case gps
  /// The photo library.
  case photo
  /// Notifications from the server while the app is not open.
  case push
}

/// Asks the user for permissions, once for each.
public protocol PermissionService: Sendable {
  /// Asks the user, or returns the earlier answer.
  func answer(for permission: Permission) async -> PermissionAnswer
}

/// The user's answer to a request for a permission.
public enum PermissionAnswer: String, Sendable {
  /// The user allows it.
  case granted
  /// The user does not allow it.
  case denied
}

/// Predefined permissions; all others are denied.
struct ScriptedPermissions: PermissionService {
  let granted: Set<Permission>

  func answer(for permission: Permission) async -> PermissionAnswer {
    granted.contains(permission) ? .granted : .denied
  }
}
