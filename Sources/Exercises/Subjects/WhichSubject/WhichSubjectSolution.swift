import Exercising

/// A kind of subject for each of three screens.
enum WhichSubject: LearnersSubjectChoices {
  static var alarm: SubjectKind { .publish }
  static var badge: SubjectKind { .behavior }
  static var chat: SubjectKind { .replay }
}
