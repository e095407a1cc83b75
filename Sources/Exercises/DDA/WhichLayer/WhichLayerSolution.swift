import Exercising

/// A layer for each of three rules.
enum WhichLayer: LayerChoicesRequirements {
  static var typedLength: AppLayer { .application }
  static var serverFirst: AppLayer { .service }
  static var noEmptyRow: AppLayer { .dataAccess }
}
