import Exercising

/// A layer for each of three rules: `.application`, `.service` or `.dataAccess`.
///
/// The task is in Task.md, beside this file. Check it: `swift run workbook check WhichLayer`
enum WhichLayer: LayerChoicesRequirements {
  static var typedLength: AppLayer { .undecided }
  static var serverFirst: AppLayer { .undecided }
  static var noEmptyRow: AppLayer { .undecided }
}
