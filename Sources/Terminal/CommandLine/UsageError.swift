internal import Foundation

/// A command line that cannot be carried out: one line that says why, and what to do.
package struct UsageError: Error, Equatable, CustomStringConvertible, LocalizedError {
  package let description: String

  package var errorDescription: String? { description }

  package init(_ description: String) { self.description = description }

  /// A word that is not among those of its kind; the line shows the nearest of them if one is near.
  ///
  /// - Parameters:
  ///   - kind: What the word should have been: `option`, `page`.
  ///   - word: The word as it was typed.
  ///   - known: The words of that kind.
  ///   - seeAll: The arguments that show all of that kind.
  package init(unknown kind: String, _ word: String, among known: [String], seeAll: String) {
    let hint = word.nearest(among: known).map { "the nearest is \($0), and " } ?? ""
    description = "there is no \(kind) \(word.debugDescription); \(hint)\(seeAll) shows all"
  }
}
