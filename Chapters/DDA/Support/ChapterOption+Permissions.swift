import Foundation
import Service
import Workbook

extension ChapterOption {
  /// Lets the user at the terminal decide permissions, instead of a script.
  static let permissions = ChapterOption(
    "--permissions", "ask", help: "ask on the terminal whether the app may use gps, photo and push"
  ) { value in
    guard value != "ask" else { return nil }
    return "--permissions accepts only the word ask, and not \(value.debugDescription)"
  }
}

extension Transcript {
  /// The permissions, decided by a script or by the user at the terminal.
  var permissions: any PermissionService {
    value(of: .permissions) == nil
      ? ServiceFactory.permissions(granting: [.gps, .push]) : ServiceFactory.permissionsOnTerminal()
  }
}
