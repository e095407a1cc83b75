/// What a row of a list shows.
protocol ListItemViewModel: Sendable {
  /// The name under which a list keeps rows of this kind.
  static var reuseIdentifier: String { get }
}

extension ListItemViewModel {
  /// The name of the type.
  static var reuseIdentifier: String { String(describing: self) }
}
