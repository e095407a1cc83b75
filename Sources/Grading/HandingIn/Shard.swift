internal import Foundation

/// The ranges of the options of `class` that are kept with the results.
package enum ClassOptions {
  package static let late = 0...100
  package static let grace = 0...1440
  package static let points = 1...1000
}

/// A part of a class: `3/8` is every eighth learner, beginning with the third.
package struct Shard: Sendable, Hashable, Codable {
  package let number: Int
  package let count: Int

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

  package func part<Element>(of elements: [Element]) -> [Element] {
    stride(from: number - 1, to: elements.count, by: count).map { elements[$0] }
  }
}
