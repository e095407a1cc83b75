/// Recognises escape codes (ECMA-48): `ESC [ … letter`, `ESC ] … (BEL | ESC \)`, `ESC letter`, and their
/// forms of one character. One that never ends swallows at most its line.
struct EscapeCodes {
  private enum State {
    case text
    case afterEscape
    case control
    case string
    case stringAfterEscape
  }

  private var state = State.text

  /// - Returns: whether the scalar is part of an escape code.
  mutating func swallow(_ scalar: Unicode.Scalar) -> Bool {
    switch state {
    case .text: begin(with: scalar)
    case .afterEscape: goOn(afterEscape: scalar)
    case .control: goOn(control: scalar)
    case .string, .stringAfterEscape: goOn(string: scalar)
    }
  }

  private mutating func begin(with scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x1B: state = .afterEscape
    case 0x9B: state = .control
    case 0x90, 0x98, 0x9D, 0x9E, 0x9F: state = .string
    default: return false
    }
    return true
  }

  private mutating func goOn(afterEscape scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case "[": state = .control
    case "]", "P", "X", "^", "_": state = .string
    case "\u{20}"..."\u{2F}", "\u{1B}": break
    case "\u{30}"..."\u{7E}": state = .text
    default: return end(before: scalar)
    }
    return true
  }

  private mutating func goOn(control scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case "\u{20}"..."\u{3F}": return true
    case "\u{40}"..."\u{7E}":
      state = .text
      return true
    default: return end(before: scalar)
    }
  }

  private mutating func goOn(string scalar: Unicode.Scalar) -> Bool {
    if scalar == "\n" || scalar == "\r" { return end(before: scalar) }
    let isEnd =
      scalar == "\u{07}" || scalar == "\u{9C}" || (state == .stringAfterEscape && scalar == "\\")
    state = isEnd ? .text : scalar == "\u{1B}" ? .stringAfterEscape : .string
    return true
  }

  private mutating func end(before scalar: Unicode.Scalar) -> Bool {
    state = .text
    return begin(with: scalar)
  }
}
