internal import Concurrency

/// A program of pages: `swift run Chapter-Subjects publish-subject`.
/// ```swift
/// @main
/// enum Subjects: Chapter {
///   static let title = "Subjects, and who hears what"
///   static let pages: [Page] = [.publishSubject, .behaviorSubject]
/// }
/// ```
public protocol Chapter: SendableMetatype {
  /// The subject of the chapter, in one line.
  static var title: String { get }

  /// The table of contents.
  static var pages: [Page] { get }

  /// The chapter's own command-line options, besides those of every chapter. None by default.
  static var options: [ChapterOption] { get }

  /// The roles in which a page can start the program as a child. None by default.
  static var children: [ChildRole] { get }

  /// The name in recordings of a thread that is not the main one; by default, of its `ThreadPool`.
  static var threadName: String? { get }
}

extension Chapter {
  public static var options: [ChapterOption] { [] }

  public static var children: [ChildRole] { [] }

  public static var threadName: String? { ThreadPool.currentName }

  /// The name of the program: `Chapter-Subjects` for a type named `Subjects`.
  public static var programName: String { "Chapter-\(Self.self)" }
}

/// An option of one chapter that takes a value: `--server URL`.
public struct ChapterOption: Sendable {
  /// The name with its two dashes: `--server`.
  public let name: String
  /// A word for the value: `URL`.
  public let placeholder: String
  /// The option's effect, in one line.
  public let help: String

  let complaint: @Sendable (String) -> String?

  /// `complaint` returns the problem with a value, in one line, or nil. An invalid value ends the
  /// program with status 64 before any page runs.
  public init(
    _ name: String, _ placeholder: String, help: String,
    complaint: @escaping @Sendable (String) -> String? = { _ in nil }
  ) {
    self.name = name
    self.placeholder = placeholder
    self.help = help
    self.complaint = complaint
  }
}
