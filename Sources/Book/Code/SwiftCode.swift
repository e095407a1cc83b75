internal import Grading

/// Swift as HTML: comments in `i`, keywords in `b`, strings and numbers in `u`, types in `var`.
struct SwiftCode {
  /// The HTML of each line, at whose end its elements are closed. `marksTypes` takes much space.
  static func lines(_ lines: [String], marksTypes: Bool = true) -> [String] {
    var scanner = SwiftCode(lines.joined(separator: "\n"), marksTypes: marksTypes)
    scanner.readAll()
    return scanner.html.split(separator: 0x0A, omittingEmptySubsequences: false)
      .map { String(decoding: $0, as: UTF8.self) }
  }

  private let bytes: [UInt8]
  private let marksTypes: Bool
  private var html: [UInt8] = []
  private var position = 0

  private init(_ code: String, marksTypes: Bool) {
    bytes = Array(code.utf8)
    self.marksTypes = marksTypes
    html.reserveCapacity(bytes.count * 2)
  }

  private mutating func readAll() {
    var tokens = SwiftLexer(bytes).tokens[...]
    while let token = tokens.popFirst() {
      take(upTo: token.range.lowerBound)
      var end = token.range.upperBound
      func join(_ isOfKind: (SwiftLexer.Token) -> Bool) {
        while let next = tokens.first, isOfKind(next) {
          end = next.range.upperBound
          tokens.removeFirst()
        }
      }
      switch token.kind {
      case .comment: take("i", upTo: end)
      case .string:
        join(\.isInsideString)
        take("u", upTo: end)
      case .number:
        // A point is part of a number where a digit follows: `1.5`, but not `1...5`.
        if bytes[end...].prefix(1) == [UInt8(ascii: ".")],
          let digits = tokens.dropFirst().first, digits.kind == .number,
          digits.range.lowerBound == end + 1
        {
          end = digits.range.upperBound
          tokens = tokens.dropFirst(2)
        }
        take("u", upTo: end)
      case .mark where "#@".utf8.contains(bytes[position]):
        join { $0.kind == .word && $0.range.lowerBound == end }
        take("b", upTo: end)
      case .word: takeWord(upTo: end)
      case .quotedName, .mark: take(upTo: end)
      }
    }
    take(upTo: bytes.count)
  }

  private mutating func takeWord(upTo end: Int) {
    let word = bytes[position..<end]
    if (0x41...0x5A).contains(bytes[position]) { return take(marksTypes ? "var" : "", upTo: end) }
    let isMember = position > 0 && bytes[position - 1] == UInt8(ascii: ".")
    // `in:` is the label of an argument.
    let isLabel = end < bytes.count && bytes[end] == UInt8(ascii: ":")
    let isKeyword =
      !isMember && Self.keywords.contains(word)
      && (!isLabel || word.elementsEqual("default".utf8))
    take(isKeyword ? "b" : "", upTo: end)
  }

  /// Writes the bytes up to an offset, inside an element if one is named.
  private mutating func take(_ element: String = "", upTo end: Int) {
    let (start, stop) = element.isEmpty ? ("", "") : ("<\(element)>", "</\(element)>")
    html += start.utf8
    for byte in bytes[position..<end] {
      switch byte {
      case UInt8(ascii: "&"): html += "&amp;".utf8
      case UInt8(ascii: "<"): html += "&lt;".utf8
      case UInt8(ascii: ">"): html += "&gt;".utf8
      case UInt8(ascii: "\n"): html += "\(stop)\n\(start)".utf8
      default: html.append(byte)
      }
    }
    html += stop.utf8
    position = end
  }

  private static let keywords = Set(
    """
    actor any as associatedtype async await borrowing break case catch class consuming continue
    default defer deinit do else enum extension fallthrough false fileprivate final for func get
    guard if import in indirect infix init inout internal is isolated let mutating nil nonisolated
    nonmutating open operator override package postfix prefix private protocol public repeat
    required rethrows return self Self sending set some static struct subscript super switch throw
    throws true try typealias unowned var weak where while
    """.split { $0 == " " || $0 == "\n" }.map { ArraySlice($0.utf8) })
}
