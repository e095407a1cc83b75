/// Permissions that were decided beforehand; what nobody decided is denied.
struct ScriptedPermissions: PermissionService {
  let granted: Set<Permission>

  func answer(for permission: Permission) async -> PermissionAnswer {
    granted.contains(permission) ? .granted : .denied
  }
}
