import Foundation

/// Artists that come with the app, as JSON in a file: what there is to show before anybody was asked.
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

  /// There is no file, or something else is in it; the reason is in Foundation's words.
  struct Unreadable: LocalizedError, CustomStringConvertible {
    let path: String
    let reason: String

    /// The same, for `localizedDescription`.
    var errorDescription: String? { description }

    /// What broke, and the way out.
    var description: String {
      "\(path): no list of artists can be read (\(reason)); put the file back that came with the app"
    }
  }
}
