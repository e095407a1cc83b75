/// Swift as HTML: comments in `i`, keywords in `b`, strings and numbers in `u`, names of types in `var`.
///
/// Reads byte by byte, because a build without optimisation is slow on characters.
struct SwiftCode {
  /// The HTML of each line. An element that goes over several lines is closed and opened again at their ends.
  ///
  /// - Parameters:
  ///   - lines: The code.
  ///   - marksTypes: Whether names of types are marked, which takes much room in a whole file.
  /// - Returns: As many lines.
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
    while position < bytes.count {
      let byte = bytes[position]
      let next = position + 1 < bytes.count ? bytes[position + 1] : 0
      switch byte {
      case UInt8(ascii: "/") where next == byte: take("i", upTo: lineEnd)
      case UInt8(ascii: "/") where next == UInt8(ascii: "*"): take("i", upTo: commentEnd)
      case UInt8(ascii: "\""): take("u", upTo: stringEnd(hashes: 0))
      case UInt8(ascii: "#") where rawHashes > 0:
        take("u", upTo: stringEnd(hashes: rawHashes))
      case UInt8(ascii: "#"), UInt8(ascii: "@"): take("b", upTo: wordEnd(from: position + 1))
      case UInt8(ascii: "`"): take("", upTo: nameEnd)
      case 0x30...0x39: take("u", upTo: numberEnd)
      case _ where Self.isWord(byte): takeWord()
      default: take("", upTo: position + 1)
      }
    }
  }

  // MARK: Ends of tokens

  private var lineEnd: Int { bytes[position...].firstIndex(of: 0x0A) ?? bytes.count }

  /// Comments may be nested.
  private var commentEnd: Int {
    var depth = 0
    var place = position
    while place + 1 < bytes.count {
      switch (bytes[place], bytes[place + 1]) {
      case (UInt8(ascii: "/"), UInt8(ascii: "*")): depth += 1
      case (UInt8(ascii: "*"), UInt8(ascii: "/")): depth -= 1
      default:
        place += 1
        continue
      }
      place += 2
      if depth == 0 { return place }
    }
    return bytes.count
  }

  /// The number of `#` before a quotation mark. 0 if there is no quotation mark behind them.
  private var rawHashes: Int {
    let count = bytes[position...].prefix { $0 == UInt8(ascii: "#") }.count
    let end = position + count
    return end < bytes.count && bytes[end] == UInt8(ascii: "\"") ? count : 0
  }

  private func stringEnd(hashes: Int) -> Int {
    let quote = UInt8(ascii: "\"")
    let start = position + hashes
    let isLong = bytes[start...].starts(with: [quote, quote, quote])
    let end =
      [UInt8](repeating: quote, count: isLong ? 3 : 1)
      + [UInt8](repeating: UInt8(ascii: "#"), count: hashes)
    var place = start + (isLong ? 3 : 1)
    // The parentheses of an interpolation, in which a quotation mark ends nothing.
    var depth = 0
    while place < bytes.count {
      if bytes[place] == 0x0A, !isLong { return place }
      if depth == 0, bytes[place...].starts(with: end) { return place + end.count }
      if bytes[place] == UInt8(ascii: "\\"), hashes == 0, place + 1 < bytes.count {
        if bytes[place + 1] == UInt8(ascii: "(") { depth += 1 }
        place += 2
        continue
      }
      if depth > 0, bytes[place] == UInt8(ascii: "(") { depth += 1 }
      if depth > 0, bytes[place] == UInt8(ascii: ")") { depth -= 1 }
      place += 1
    }
    return bytes.count
  }

  private func wordEnd(from start: Int) -> Int {
    bytes[start...].firstIndex { !Self.isWord($0) } ?? bytes.count
  }

  private var numberEnd: Int {
    var end = wordEnd(from: position)
    // A point is part of a number where a digit follows: `1.5`, but not `1...5`.
    if end + 1 < bytes.count, bytes[end] == UInt8(ascii: "."),
      (0x30...0x39).contains(bytes[end + 1])
    {
      end = wordEnd(from: end + 1)
    }
    return end
  }

  private var nameEnd: Int {
    bytes[(position + 1)...].firstIndex { $0 == UInt8(ascii: "`") || $0 == 0x0A }
      .map { bytes[$0] == 0x0A ? $0 : $0 + 1 } ?? bytes.count
  }

  private static func isWord(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x5F, 0x80...: true
    default: false
    }
  }

  // MARK: Writing

  private mutating func takeWord() {
    let end = wordEnd(from: position)
    let isMember = position > 0 && bytes[position - 1] == UInt8(ascii: ".")
    if (0x41...0x5A).contains(bytes[position]) {
      take(marksTypes ? "var" : "", upTo: end)
    } else {
      // `in:` is the label of an argument.
      let isLabel = end < bytes.count && bytes[end] == UInt8(ascii: ":")
      let word = bytes[position..<end]
      let isKeyword =
        !isMember && Self.keywords.contains(word)
        && (!isLabel || word.elementsEqual("default".utf8))
      take(isKeyword ? "b" : "", upTo: end)
    }
  }

  /// Writes the bytes up to a place in an element, or outside of any.
  private mutating func take(_ element: String, upTo end: Int) {
    guard !element.isEmpty else { return append(to: end) }
    html += Array("<\(element)>".utf8)
    while let lineBreak = bytes[position..<end].firstIndex(of: 0x0A) {
      append(to: lineBreak)
      html += Array("</\(element)>\n<\(element)>".utf8)
      position += 1
    }
    append(to: end)
    html += Array("</\(element)>".utf8)
  }

  private mutating func append(to end: Int) {
    for byte in bytes[position..<end] {
      switch byte {
      case UInt8(ascii: "&"): html += Array("&amp;".utf8)
      case UInt8(ascii: "<"): html += Array("&lt;".utf8)
      case UInt8(ascii: ">"): html += Array("&gt;".utf8)
      default: html.append(byte)
      }
    }
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
