internal import DataAccess
internal import Observing

/// What others write.
extension StoredUserService {
  func follow(_ event: DataEvent) {
    switch event {
    case .insert(let id), .update(let id):
      known.rowChanged(id)
      follow(id)
    case .refresh:
      known.rowChanged(nil)
      for id in known.present { follow(id) }
    // Whoever shows a user who is gone goes on showing the last name.
    case .delete(let id): known.rowChanged(id)
    }
  }

  /// Gives a model the name that its row has now; in the user's lane, where no rename is under way.
  private func follow(_ id: Int64) {
    guard known.model(id) != nil else { return }
    lanes.add(id) { [self] in
      guard let model = known.model(id), known.unsavedName(id) == nil,
        let name = try? rows.get(id)?.name.value,
        // Equal names may be other bytes.
        !name.utf8.elementsEqual(model.name.value.utf8)
      else { return }
      await place.deliver { model.name.value = name }
    }
  }
}
