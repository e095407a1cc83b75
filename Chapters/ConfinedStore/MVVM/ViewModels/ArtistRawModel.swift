import Foundation

/// What the server sends of an artist, and nothing else; it is never stored by itself.
struct ArtistRawModel: Decodable, Equatable, Sendable {
  var id = 0
  var name = ""
}

extension [ArtistRawModel] {
  /// Decodes a list of artists.
  ///
  /// - Throws: what the decoder throws.
  init(json: Data) throws { self = try JSONDecoder().decode([ArtistRawModel].self, from: json) }
}
