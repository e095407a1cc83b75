/// The actions of a screen, taken out of its controller.
@MainActor
protocol ArtistsBusiness: AnyObject {
  /// The button of an artist was pressed.
  func tapped(_ id: ArtistViewModel.ID) async
}

/// Knows its controller weakly: the controller holds it, and two that hold each other never go.
@MainActor
final class HighlightingBusiness: ArtistsBusiness {
  private weak var controller: ArtistsViewController?

  init(for controller: ArtistsViewController) { self.controller = controller }

  func tapped(_ id: ArtistViewModel.ID) async { await controller?.highlight(id) }
}
