import Foundation
import Service
import Workbook

extension ChapterOption {
  /// A user answers instead of a script.
  static let permissions = ChapterOption(
    "--permissions", "ask", help: "ask on the terminal whether the app may use gps, photo and push")
}

extension Transcript {
  /// Permissions that a script decides, or the user at the terminal.
  ///
  /// - Throws: ``PermissionsOptionError`` if the option has another value than `ask`.
  var permissions: any PermissionService {
    get throws(PermissionsOptionError) {
      switch value(of: .permissions) {
      case nil: return ServiceFactory.permissions(granting: [.gps, .push])
      case "ask": return ServiceFactory.permissionsOnTerminal()
      case .some(let text): throw PermissionsOptionError(text: text)
      }
    }
  }
}

/// The option `--permissions` has an unknown value.
struct PermissionsOptionError: Error, CustomStringConvertible, LocalizedError {
  let text: String

  var description: String { "--permissions accepts only the word ask, and not \"\(text)\"" }

  var errorDescription: String? { description }
}
