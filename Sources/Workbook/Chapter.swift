internal import Concurrency

/// A program of pages: `swift run Chapter-Subjects publish-subject`.
///
/// ```swift
/// @main
/// enum Subjects: Chapter {
///   static let title = "Subjects, and who hears what"
///   static let pages: [Page] = [.publishSubject, .behaviorSubject]
/// }
/// ```
public protocol Chapter: SendableMetatype {
  /// What the chapter is about, in one line.
  static var title: String { get }

  /// The table of contents.
  static var pages: [Page] { get }

  /// What can be set on the command line beside the options that every chapter has; none by default.
  static var options: [ChapterOption] { get }

  /// What the program can be when one of its pages starts it as a child; nothing by default.
  static var children: [ChildRole] { get }

  /// The name of the current thread in recordings, unless it is the main thread; that of its `ThreadPool` by default.
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
  /// With its two dashes: `--server`.
  public let name: String
  /// What the value is, in a word: `URL`.
  public let placeholder: String
  /// What it does, in one line.
  public let help: String

  /// What is wrong with a value, in one line; nil if nothing is.
  let complaint: @Sendable (String) -> String?

  /// - Parameters:
  ///   - name: with its two dashes.
  ///   - placeholder: what the value is, in a word.
  ///   - help: what it does, in one line.
  ///   - complaint: returns in one line what is wrong with a value, or nil if it is valid; one that is
  ///     wrong ends the program with status 64 before any page runs. By default every value will do.
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
