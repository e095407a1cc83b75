import Exercising

/// The choice in each of three cases: `.liveObject`, `.frozenCopy` or `.reference`.
///
/// The task is in Task.md, beside this file. Check it: `swift run workbook check HandOver`
enum HandOver: HandOverChoicesRequirements {
  static var cell: HandedOver { .undecided }
  static var export: HandedOver { .undecided }
  static var rename: HandedOver { .undecided }
}
