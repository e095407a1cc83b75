import Foundation

extension Report {
  /// One document, keys sorted, numbers as they were measured.
  func json() throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
    let document = Document(
      configuration: configuration, rounds: rounds, comparisons: outcomes.map(Entry.init))
    return String(decoding: try encoder.encode(document), as: UTF8.self) + "\n"
  }

  private struct Document: Encodable {
    let configuration: Configuration
    let rounds: Int
    let comparisons: [Entry]
  }

  private struct Entry: Encodable {
    let name: String
    let reference: String
    let nanoseconds: Double
    let referenceNanoseconds: Double
    let ratio: Double
    let limit: Double
    let isWithinLimit: Bool

    init(_ outcome: Outcome) {
      name = outcome.comparison.name
      reference = outcome.comparison.reference
      nanoseconds = outcome.reading.subject
      referenceNanoseconds = outcome.reading.reference
      ratio = outcome.reading.ratio
      limit = outcome.comparison.limit
      isWithinLimit = outcome.isWithinLimit
    }
  }
}
