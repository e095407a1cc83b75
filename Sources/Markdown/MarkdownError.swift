internal import Foundation

/// A place of a document that the book cannot show as it is meant.
package struct MarkdownError: Error, Equatable, CustomStringConvertible, LocalizedError {
  package let path: String
  package let line: Int
  package let problem: String

  package init(path: String, line: Int, problem: String) {
    self.path = path
    self.line = line
    self.problem = problem
  }

  package var description: String { "\(path):\(line): \(problem)" }

  package var errorDescription: String? { description }
}
