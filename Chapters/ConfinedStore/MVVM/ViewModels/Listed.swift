extension [ArtistViewModel] {
  /// `1 Ann, 2 Bob`
  var listed: String { map(\.description).joined(separator: ", ") }
}

extension [ArtistRawModel] {
  /// `1 Ann, 2 Bob`
  var listed: String { map { "\($0.id) \($0.name)" }.joined(separator: ", ") }
}
