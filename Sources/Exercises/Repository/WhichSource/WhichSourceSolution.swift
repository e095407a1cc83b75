import Exercising

/// Where the list of each of three screens comes from.
enum WhichSource: LearnersSourceChoices {
  static var headlines: SourcePlan { .storeThenServer }
  static var balance: SourcePlan { .server }
  static var timetable: SourcePlan { .serverElseStore }
}
