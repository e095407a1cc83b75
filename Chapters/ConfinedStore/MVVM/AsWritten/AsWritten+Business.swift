extension AsWritten {
  /// Holds its controller strongly, as one does who has not read the advice: the controller holds it too, and
  /// neither goes.
  @MainActor
  final class HighlightingBusiness: ArtistsBusiness {
    private let controller: ArtistsViewController

    init(for controller: ArtistsViewController) { self.controller = controller }

    func tapped(_ id: ArtistViewModel.ID) async { await controller.highlight(id) }
  }
}
