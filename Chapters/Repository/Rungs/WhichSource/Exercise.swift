import Exercising

/// A plan for each of three screens: `.server`, `.store`, `.storeThenServer` or `.serverElseStore`.
///
/// The task is in Task.md, beside this file. Check it: `swift run workbook check WhichSource`
enum WhichSource: SourceChoicesRequirements {
  static var headlines: SourcePlan { .undecided }
  static var balance: SourcePlan { .undecided }
  static var timetable: SourcePlan { .undecided }
}
