internal import Foundation

/// A message from a learner's program to its grader, on a line of its own:
/// `nonce number kind step text`.
///
/// The nonce is the grader's, and the numbers count from 0 without a gap. So the grader recognises
/// foreign output on the pipe, and missing frames.
package struct Frame: Hashable, Sendable {
  package enum Kind: String, Sendable {
    /// The program has started, and waits for its first step.
    case ready
    /// A step begins.
    case step
    /// An event of the step.
    case event
    /// The scene could not carry out the step.
    case failure
    /// The step is complete, and the program waits for the next one.
    case done
    /// The script is complete. This is the last frame.
    case end
  }

  package let number: Int
  package let kind: Kind
  /// The index of the step. For `end`, the number of steps.
  package let step: Int
  package let text: String

  package init(number: Int, kind: Kind, step: Int, text: String = "") {
    self.number = number
    self.kind = kind
    self.step = step
    self.text = text
  }

  /// Reads a line without its line feed. Nil for a line that is not a frame with this nonce.
  package init?(line: UnsafeRawBufferPointer, nonce: String) {
    var rest = line
    guard rest.word() == nonce, let number = rest.word().flatMap({ Int($0) }),
      let kind = rest.word().flatMap(Kind.init(rawValue:)),
      let step = rest.word().flatMap({ Int($0) })
    else { return nil }
    let text = String(decoding: rest, as: UTF8.self)
    self.init(number: number, kind: kind, step: step, text: Self.unescape(text))
  }

  package func line(nonce: String) -> String { nonce + wordsAfterNonce }

  /// The rest of the line, with the space before it.
  var wordsAfterNonce: String { " \(number) \(kind.rawValue) \(step) \(Self.escape(text))\n" }

  private static func escape(_ text: String) -> String {
    guard text.utf8.contains(where: { $0 == 0x0A || $0 == 0x5C }) else { return text }
    return text.unicodeScalars.reduce(into: "") { escaped, scalar in
      switch scalar {
      case "\n": escaped += "\\n"
      case "\\": escaped += "\\\\"
      default: escaped.unicodeScalars.append(scalar)
      }
    }
  }

  private static func unescape(_ text: String) -> String {
    guard text.utf8.contains(0x5C) else { return text }
    var isEscaped = false
    return text.unicodeScalars.reduce(into: "") { plain, scalar in
      if isEscaped {
        plain.unicodeScalars.append(scalar == "n" ? "\n" : scalar)
        isEscaped = false
      } else if scalar == "\\" {
        isEscaped = true
      } else {
        plain.unicodeScalars.append(scalar)
      }
    }
  }
}

extension UnsafeRawBufferPointer {
  /// Removes the bytes up to and including the first one that is `byte`, and returns those before
  /// it. Nil if no byte is.
  ///
  /// It calls C, which is fast in a debug build too.
  package mutating func popPrefix(upTo byte: UInt8) -> UnsafeRawBufferPointer? {
    guard let start = baseAddress, let end = memchr(start, Int32(byte), count) else { return nil }
    let length = UnsafeRawPointer(end) - start
    defer { self = UnsafeRawBufferPointer(start: end + 1, count: count - length - 1) }
    return UnsafeRawBufferPointer(start: start, count: length)
  }

  fileprivate mutating func word() -> String? {
    popPrefix(upTo: 0x20).map { String(decoding: $0, as: UTF8.self) }
  }
}
