package import Foundation

/// The known mistakes of an exercise, from its `Variants.md`: small changes of the reference solution.
package struct Variants: Sendable {
  package struct Variant: Sendable, Hashable {
    let name: String
    /// The changes, in order.
    let changes: [Change]
    /// The misconceptions whose help is true of it, in addition to its own: `Shows also: skips-the-middle`.
    let shows: [String]
  }

  struct Change: Sendable, Hashable {
    let old: String
    let new: String
  }

  /// A page with an invalid structure, or a change that does not apply.
  package struct Malformed: Error, CustomStringConvertible, LocalizedError {
    package let description: String
    package var errorDescription: String? { description }
  }

  package let wrong: [Variant]
  package let misconceptions: [Variant]

  /// - Throws: ``Malformed``, or Foundation's error if the file cannot be read.
  package init(file: URL) throws {
    try self.init(String(contentsOf: file, encoding: .utf8))
  }

  init(_ text: String) throws(Malformed) {
    let sections = MarkdownPage(text).sections.filter { $0.level == 2 }
    wrong = try Self.variants("Wrong: ", in: sections)
    misconceptions = try Self.variants("Misconception: ", in: sections)
  }

  private static func variants(
    _ kind: String, in sections: [MarkdownPage.Section]
  ) throws(Malformed) -> [Variant] {
    var variants: [Variant] = []
    for section in sections where section.heading.hasPrefix(kind) {
      let blocks = section.swiftBlocks
      guard !blocks.isEmpty, blocks.count.isMultiple(of: 2) else {
        throw Malformed(
          description:
            "“\(section.heading)” needs pairs of Swift blocks: the text to find, and its replacement."
        )
      }
      let changes = stride(from: 0, to: blocks.count, by: 2).map {
        Change(old: blocks[$0], new: blocks[$0 + 1])
      }
      let shows = section.lines.filter { $0.hasPrefix("Shows also: ") }
        .flatMap { $0.matches(of: /`([^`]+)`/).map { String($0.output.1) } }
      variants.append(
        Variant(
          name: String(section.heading.dropFirst(kind.count)), changes: changes, shows: shows))
    }
    return variants
  }
}

extension Variants.Variant {
  /// The solution with the changes.
  ///
  /// - Throws: ``Variants/Malformed`` if the text of a change does not occur exactly once.
  package func applied(to solution: String) throws(Variants.Malformed) -> String {
    var text = solution
    for change in changes {
      let places = text.ranges(of: change.old)
      guard places.count == 1, let place = places.first else {
        throw Variants.Malformed(
          description: "The variant “\(name)” has to find its text once and finds it "
            + "\(places.count) times: “\(change.old)”")
      }
      text.replaceSubrange(place, with: change.new)
    }
    return text
  }
}
