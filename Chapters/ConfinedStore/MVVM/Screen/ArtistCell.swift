/// A container: what it shows is what was bound to it last, and nothing else.
@MainActor
final class ArtistCell {
  private(set) var id: ArtistViewModel.ID?
  private(set) var text = ""
  private(set) var isHighlighted = false

  /// Renders a view model; the one way to change what the cell shows.
  func bindData(_ viewModel: ArtistViewModel) {
    id = viewModel.id
    text = viewModel.name
    isHighlighted = viewModel.highlighted
  }
}
