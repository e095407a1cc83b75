internal import Concurrency
internal import Foundation

/// Writes frames to the grader's pipe: each call writes one whole frame.
package final class FramePipe: Sendable {
  /// The environment variable that a grader sets for a program that it starts with descriptor 3
  /// open.
  package static let variable = "WORKBOOK_RUN"

  private struct Position {
    var number = 0
    var step = 0
    /// The number of scenes that have begun.
    var scenes = 0
    var hasEnd = false
  }

  /// The nonce, masked by random bytes, and these bytes. A search of the memory does not find the
  /// nonce.
  private let (masked, mask): ([UInt8], [UInt8])
  private let descriptor: Int32
  private let position = Locked(Position())

  init(nonce: some Sequence<UInt8>, descriptor: Int32 = 3) {
    var generator = SystemRandomNumberGenerator()
    let pairs = nonce.map { byte -> (masked: UInt8, mask: UInt8) in
      let mask = UInt8.random(in: 0 ... .max, using: &generator)
      return (byte ^ mask, mask)
    }
    masked = pairs.map(\.masked)
    mask = pairs.map(\.mask)
    self.descriptor = descriptor
  }

  /// Waits until the grader's end of descriptor 3 is closed, which happens however the grader ends.
  /// Then exits.
  static func endWithGrader() {
    var pipe = pollfd(fd: 3, events: 0, revents: 0)
    while poll(&pipe, 1, -1) < 0, errno == EINTR {}
    if Int32(pipe.revents) & POLLHUP != 0 { _exit(1) }
  }

  /// Begins a step, to which the following events belong.
  func begin(_ step: Int) {
    position.withLock { position in
      position.step = step
      write(.step, at: &position)
    }
  }

  /// The receiver of a new scene's events. Events of earlier scenes are no longer sent.
  func events() -> Events {
    let scene = position.withLock { position in
      position.scenes += 1
      return position.scenes
    }
    return Events { [self] line in
      position.withLock { position in
        if position.scenes == scene, !position.hasEnd { write(.event, at: &position, line) }
      }
    }
  }

  /// Sends a frame of the current step. Has no effect after ``end(steps:)``.
  func send(_ kind: Frame.Kind, _ text: String = "") {
    position.withLock { position in
      if !position.hasEnd { write(kind, at: &position, text) }
    }
  }

  /// Sends the last frame.
  func end(steps: Int) {
    position.withLock { position in
      position.step = steps
      position.hasEnd = true
      write(.end, at: &position)
    }
  }

  // Called under the lock so that frames are not mixed. It calls only the system.
  private func write(_ kind: Frame.Kind, at position: inout Position, _ text: String = "") {
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
