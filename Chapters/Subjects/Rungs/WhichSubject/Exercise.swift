import Exercising

/// A kind of subject for each of three screens: `.publish`, `.behavior` or `.replay`.
///
/// The task is in Task.md, beside this file. Check it: `swift run workbook check WhichSubject`
enum WhichSubject: SubjectChoicesRequirements {
  static var alarm: SubjectKind { .undecided }
  static var badge: SubjectKind { .undecided }
  static var chat: SubjectKind { .undecided }
}
