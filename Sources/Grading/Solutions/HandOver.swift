import Exercising

/// What is handed over of a live object in each of three cases.
enum HandOver: LearnersHandOverChoices {
  static var cell: HandedOver { .liveObject }
  static var export: HandedOver { .frozenCopy }
  static var rename: HandedOver { .reference }
}
