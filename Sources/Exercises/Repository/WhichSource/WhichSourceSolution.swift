import Exercising

/// The source of the list of each of three screens.
enum WhichSource: LearnersSourceChoices {
  static var headlines: SourcePlan { .storeThenServer }
  static var balance: SourcePlan { .server }
  static var timetable: SourcePlan { .serverElseStore }
}
