import Exercising

/// A kind of subject for each of three screens.
enum WhichSubject: SubjectChoicesRequirements {
  static var alarm: SubjectKind { .publish }
  static var badge: SubjectKind { .behavior }
  static var chat: SubjectKind { .replay }
}
