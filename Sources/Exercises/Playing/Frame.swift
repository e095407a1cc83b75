internal import Concurrency
internal import Foundation

/// A message from a learner's program to its grader, on a line of its own:
/// `nonce number kind step text`.
///
/// The nonce is the grader's, and the numbers count from 0 without a gap, so that foreign output on
/// the pipe and missing frames are found.
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
}

extension Frame {
  /// Reads a line without its line feed. Nil for a line that is not a frame with this nonce.
  package init?(line: UnsafeRawBufferPointer, nonce: String) {
    var rest = line
    guard rest.word() == nonce, let number = rest.word().flatMap({ Int($0) }),
      let kind = rest.word().flatMap(Kind.init(rawValue:)),
      let step = rest.word().flatMap({ Int($0) })
    else { return nil }
    let text = String(decoding: rest, as: UTF8.self)
    self.init(number: number, kind: kind, step: step, text: text.removingPercentEncoding ?? text)
  }

  /// The rest of the line, with the space before it.
  var wordsAfterNonce: String {
    let line = text.addingPercentEncoding(withAllowedCharacters: Self.unescaped) ?? text
    return " \(number) \(kind.rawValue) \(step) \(line)\n"
  }

  /// All but the line feed, which ends a frame, and the percent sign.
  private static let unescaped = CharacterSet(charactersIn: "\n%").inverted
}

extension UnsafeRawBufferPointer {
  /// Removes the bytes up to and including the first one that is `byte`, and returns those before
  /// it. Nil if no byte is. Calls C, which is fast in a debug build too.
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

/// Writes frames to the grader's pipe: each call writes one whole frame.
package final class FramePipe: Sendable {
  /// The environment variable of a program that the grader starts with descriptor 3 open.
  package static let variable = "WORKBOOK_RUN"

  private struct Position {
    var number = 0
    var step = 0
    /// The number of scenes that have begun.
    var scenes = 0
    var hasEnd = false
  }

  /// The nonce, masked by random bytes so that no search of the memory finds it, and these bytes.
  private let (masked, mask): ([UInt8], [UInt8])
  private let descriptor: Int32
  private let position = Locked(Position())

  init(nonce: some Collection<UInt8>, descriptor: Int32 = 3) {
    mask = nonce.map { _ in UInt8.random(in: 0 ... .max) }
    masked = zip(nonce, mask).map { $0 ^ $1 }
    self.descriptor = descriptor
  }

  /// Exits when the grader's end of descriptor 3 is closed, which happens however the grader ends.
  static func endWithGrader() {
    var pipe = pollfd(fd: 3, events: 0, revents: 0)
    while poll(&pipe, 1, -1) < 0, errno == EINTR {}
    if Int32(pipe.revents) & POLLHUP != 0 { _exit(1) }
  }

  /// The receiver of a new scene's events. Events of earlier scenes are no longer sent.
  func events() -> Events {
    let scene = position.withLock { position in
      position.scenes += 1
      return position.scenes
    }
    return Events { [self] line in
      position.withLock { position in
        if position.scenes == scene { write(.event, at: &position, line) }
      }
    }
  }

  /// Sends a frame of the current step, or of a new one. Has no effect after the frame `end`.
  func send(_ kind: Frame.Kind, _ text: String = "", step: Int? = nil) {
    position.withLock { position in
      position.step = step ?? position.step
      write(kind, at: &position, text)
    }
  }

  // Called under the lock so that frames are not mixed. It calls only the system.
  private func write(_ kind: Frame.Kind, at position: inout Position, _ text: String) {
    guard !position.hasEnd else { return }
    position.hasEnd = kind == .end
    let frame = Frame(number: position.number, kind: kind, step: position.step, text: text)
    position.number += 1
    let words = Array(frame.wordsAfterNonce.utf8)
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: mask.count + words.count) { line in
      for index in mask.indices {
        line.initializeElement(at: index, to: masked[index] ^ mask[index])
      }
      _ = line[mask.count...].initialize(fromContentsOf: words)
      var rest = UnsafeRawBufferPointer(line)
      while !rest.isEmpty {
        let count = Foundation.write(descriptor, rest.baseAddress, rest.count)
        if count < 0, errno != EINTR { break }
        rest = UnsafeRawBufferPointer(rebasing: rest.dropFirst(max(count, 0)))
      }
      line[..<mask.count].update(repeating: 0)
    }
  }
}
