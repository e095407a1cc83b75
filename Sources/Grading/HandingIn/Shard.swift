internal import Foundation

/// A part of a class: `3/8` is every eighth learner, beginning with the third.
package struct Shard: Sendable, Hashable, Codable {
  /// Counted from 1.
  package let number: Int
  package let count: Int

  /// Nil for a text of another form.
  package init?(_ text: String) {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false).map { Int($0) }
    guard parts.count == 2, let number = parts[0], let count = parts[1],
      (1...10_000).contains(count), (1...count).contains(number)
    else { return nil }
    self.number = number
    self.count = count
  }

  package init(from decoder: any Decoder) throws {
    let values = try [String: Int](from: decoder)
    let shard = Self("\(values["number"] ?? 0)/\(values["count"] ?? 0)")
    guard let shard else { throw CocoaError(.coderInvalidValue) }
    self = shard
  }

  /// The elements of the part.
  package func part<Element>(of elements: [Element]) -> [Element] {
    stride(from: number - 1, to: elements.count, by: count).map { elements[$0] }
  }
}
