import ThreadConfinement

/// What a cell shows of an artist, and what is stored: the server's part and the user's own.
@dynamicMemberLookup
struct ArtistViewModel: Equatable, Sendable {
  /// What the server said last.
  var model = ArtistRawModel()
  /// Whether the user has pressed the artist's button.
  var highlighted = false

  /// `viewModel.name` for `viewModel.model.name`.
  subscript<Value>(dynamicMember keyPath: KeyPath<ArtistRawModel, Value>) -> Value {
    model[keyPath: keyPath]
  }
}

extension ArtistViewModel: ConfinedObject {
  /// The server's number of the artist.
  var id: Int {
    get { model.id }
    set { model.id = newValue }
  }

  static let columns = [
    Column("id", \ArtistViewModel.id), Column("name", \.model.name),
    Column("highlighted", \.highlighted),
  ]
}

extension ArtistViewModel: CustomStringConvertible {
  /// `1 Ann`
  var description: String { "\(id) \(model.name)" }
}
