package import Foundation
internal import Markdown

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
    let document: Document
    do { document = try Document(path: "", text: text) } catch {
      throw Malformed(description: "Line \(error.line): \(error.problem)")
    }
    wrong = try Self.variants("Wrong: ", in: document)
    misconceptions = try Self.variants("Misconception: ", in: document)
  }

  private static func variants(
    _ kind: String, in document: Document
  ) throws(Malformed) -> [Variant] {
    var variants: [Variant] = []
    let headings = document.headings.filter { $0.level == 2 }
    let ends = headings.dropFirst().map(\.line) + [.max]
    for (heading, end) in zip(headings, ends) where heading.text.hasPrefix(kind) {
      let section = document.blocks.filter { heading.line < $0.line && $0.line < end }
      let blocks = section.compactMap { block in
        if case .code(let code) = block.content, code.info == "swift" { code.lines } else { nil }
      }
      .map { $0.joined(separator: "\n") }
      guard !blocks.isEmpty, blocks.count.isMultiple(of: 2) else {
        throw Malformed(
          description:
            "“\(heading.text)” needs pairs of Swift blocks: the text to find, and its replacement."
        )
      }
      let changes = stride(from: 0, to: blocks.count, by: 2).map {
        Change(old: blocks[$0], new: blocks[$0 + 1])
      }
      let shows = section.flatMap(\.texts).filter { $0.plain.hasPrefix("Shows also: ") }
        .joined().compactMap { part in
          if case .code(let name) = part { name } else { nil }
        }
      variants.append(
        Variant(name: String(heading.text.dropFirst(kind.count)), changes: changes, shows: shows))
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
