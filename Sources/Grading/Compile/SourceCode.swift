/// The code of a Swift text: its bytes, with comments and strings blanked. Interpolations are code.
///
/// Offsets and lines are those of the text. Everything after a ``SwiftLexer/doubt`` counts as code.
struct SourceCode {
  let bytes: [UInt8]

  init(_ source: [UInt8]) {
    let lexer = SwiftLexer(source)
    var bytes = source
    bytes.withUnsafeMutableBufferPointer { bytes in
      for token in lexer.tokens where token.kind == .comment || token.kind == .string {
        guard token.range.lowerBound < lexer.doubt else { break }
        for place in token.range.clamped(to: 0..<lexer.doubt)
        where bytes[place] != 0x0A && bytes[place] != 0x0D { bytes[place] = UInt8(ascii: " ") }
      }
    }
    self.bytes = bytes
  }

  /// A word of ASCII letters, digits and underscores.
  struct Word {
    let text: String
    let range: Range<Int>
  }

  /// The words. Any other character separates them, even one that Swift allows in a name.
  var words: [Word] {
    bytes.withUnsafeBufferPointer { bytes in
      var words: [Word] = []
      var index = 0
      while index < bytes.count {
        let start = index
        while index < bytes.count, bytes[index].isWord { index += 1 }
        if index > start {
          let text = String(decoding: bytes[start..<index], as: UTF8.self)
          words.append(Word(text: text, range: start..<index))
        } else {
          index += 1
        }
      }
      return words
    }
  }
}
