internal import Exercising

/// The frames that a program has written to its pipe.
struct Frames {
  /// The events of each step that was begun.
  private(set) var events: [[String]] = []
  /// Whether the last frame is the end of the script.
  private(set) var hasEnd = false
  /// Whether the program has sent its `ready` frame.
  private(set) var isReady = false
  /// Why the scene could not carry out a step.
  private(set) var failure: String?
  /// Whether there is an invalid frame, or one out of order.
  private(set) var isForged = false

  init(_ bytes: [UInt8], nonce: String, steps count: Int) {
    bytes.withUnsafeBytes { rest in
      var (rest, number) = (rest, 0)
      // Split as bytes, because a carriage return and a line feed are a single `Character`.
      while let line = rest.popPrefix(upTo: 0x0A) {
        guard let frame = Frame(line: line, nonce: nonce), frame.number == number,
          take(frame, steps: count)
        else {
          isForged = true
          return
        }
        number += 1
      }
      // The bytes after the last line feed are an incomplete line.
      if hasEnd, !rest.isEmpty { isForged = true }
    }
  }

  /// - Returns: Whether the frame is valid after those before it.
  private mutating func take(_ frame: Frame, steps count: Int) -> Bool {
    guard !hasEnd, failure == nil else { return false }
    switch frame.kind {
    case .ready:
      isReady = true
      return frame.number == 0
    case .step:
      events.append([])
      return frame.number > 0 && frame.step == events.count - 1 && frame.step < count
    case .event:
      guard !events.isEmpty, frame.step == events.count - 1 else { return false }
      events[frame.step].append(frame.text)
      return true
    case .done:
      return frame.step == events.count - 1
    case .failure:
      failure = frame.text
      return true
    case .end:
      hasEnd = true
      return frame.step == count && events.count == count
    }
  }
}
