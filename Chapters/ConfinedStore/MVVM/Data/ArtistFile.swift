import Foundation

/// Artists that are shipped with the app, as JSON in a file: shown before the server has answered.
struct ArtistFile: Sendable {
  let url: URL

  /// - Throws: ``Unreadable``.
  func artists() throws(Unreadable) -> [ArtistRawModel] {
    do {
      return try [ArtistRawModel](json: Data(contentsOf: url))
    } catch {
      throw Unreadable(path: url.path, reason: "\(error)")
    }
  }

  /// The file does not exist, or does not hold artists; the reason is Foundation's.
  struct Unreadable: LocalizedError, CustomStringConvertible {
    let path: String
    let reason: String

    /// The same, for `localizedDescription`.
    var errorDescription: String? { description }

    /// What failed, and what to do.
    var description: String {
      "\(path): no list of artists can be read (\(reason)); put the file back that came with the app"
    }
  }
}
