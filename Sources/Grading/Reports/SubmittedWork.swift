public import Foundation

/// A submission, and when it was graded.
public struct SubmittedWork: Sendable, Hashable, Codable {
  /// The name of the folder, cleaned.
  public let name: String
  public let date: Date
  /// Files that were seen and are not graded, each with the reason, cleaned.
  public let unused: [String]

  package init(name: String, date: Date, unused: [String]) {
    self.name = name.cleaned(upTo: 100, lines: 1)
    self.date = date
    self.unused = unused.map { $0.cleaned(upTo: 200, lines: 1) }
  }
}
