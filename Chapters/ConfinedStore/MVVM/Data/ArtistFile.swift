import Foundation

/// The artists that are shipped with the app in a JSON file, which are shown until the server
/// responds.
struct ArtistFile: Sendable {
  let url: URL
  var journal = Journal.discarding

  /// - Throws: ``Unreadable``.
  func artists() throws(Unreadable) -> [ArtistRawModel] {
    do {
      let artists = try [ArtistRawModel](json: Data(contentsOf: url))
      journal.message("read \(artists.listed)", to: "file")
      return artists
    } catch {
      throw Unreadable(path: url.path, reason: "\(error)")
    }
  }

  /// The file does not exist or does not contain artists; `reason` is Foundation's message.
  struct Unreadable: LocalizedError, CustomStringConvertible {
    let path: String
    let reason: String

    /// The same as ``description``.
    var errorDescription: String? { description }

    /// A sentence that says what failed and what to do.
    var description: String {
      "\(path): no list of artists can be read (\(reason)); put the file back that came with the app"
    }
  }
}
