import Service
import Workbook

extension ChapterOption {
  /// A person in place of a script.
  static let permissions = ChapterOption(
    "--permissions", "ask", help: "ask on the terminal whether the app may use gps, photo and push")
}

extension Transcript {
  /// Who decides on permissions: a script, or whoever sits at the terminal.
  ///
  /// - Throws: ``PermissionsOptionError`` when something else than `ask` was given.
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

/// What was given to `--permissions` is not the one word that it knows.
struct PermissionsOptionError: Error, CustomStringConvertible {
  let text: String

  var description: String { "--permissions knows the word ask, and not \"\(text)\"" }
}
