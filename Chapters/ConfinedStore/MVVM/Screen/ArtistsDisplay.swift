/// A screen that shows a list of artists.
@MainActor
protocol ArtistsDisplay: AnyObject {
  /// Shows these and no others.
  func present(_ viewModels: [ArtistViewModel])
  /// Says that something went wrong; what is shown stays.
  func present(_ error: any Error)
}
