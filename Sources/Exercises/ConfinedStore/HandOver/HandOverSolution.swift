import Exercising

/// The choice in each of three cases.
enum HandOver: HandOverChoicesRequirements {
  static var cell: HandedOver { .liveObject }
  static var export: HandedOver { .frozenCopy }
  static var rename: HandedOver { .reference }
}
