import Exercising

/// The source of each screen: `.server`, `.store`, `.storeThenServer`, `.serverElseStore`.
///
/// The task is in Task.md, beside this file. Check it: `swift run workbook check WhichSource`
enum WhichSource: SourceChoicesRequirements {
  static var headlines: SourcePlan { .undecided }
  static var balance: SourcePlan { .undecided }
  static var timetable: SourcePlan { .undecided }
}
