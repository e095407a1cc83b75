extension ArtistViewModel {
  /// The same with another server's part: what is the user's own stays.
  func updated(by model: ArtistRawModel) -> ArtistViewModel {
    var updated = self
    updated.model = model
    return updated
  }
}

extension [ArtistViewModel] {
  /// These, with what the server said of them, and those that are new; by their ids, in ascending order.
  ///
  /// An artist of whom the server says nothing stays: an answer is one page of many.
  func merged(with models: [ArtistRawModel]) -> [ArtistViewModel] {
    var known = Dictionary(map { ($0.id, $0) }, uniquingKeysWith: { $1 })
    for model in models {
      known[model.id] = known[model.id]?.updated(by: model) ?? ArtistViewModel(model: model)
    }
    return known.values.sorted { $0.id < $1.id }
  }
}
