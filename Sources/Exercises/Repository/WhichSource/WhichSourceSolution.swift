import Exercising

/// The source of the list of each of three screens.
enum WhichSource: SourceChoicesRequirements {
  static var headlines: SourcePlan { .storeThenServer }
  static var balance: SourcePlan { .server }
  static var timetable: SourcePlan { .serverElseStore }
}
