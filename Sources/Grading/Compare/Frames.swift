internal import Exercising

/// What came on a program's pipe, read as frames.
struct Frames {
  /// The events of each step that was begun.
  private(set) var events: [[String]] = []
  /// Whether the end of the script was reported, and nothing after it.
  private(set) var hasEnd = false
  /// Whether the program had read its script.
  private(set) var isReady = false
  /// Why the scene could not go on.
  private(set) var failure: String?
  /// Whether there was a frame that no scene sends, or one out of order.
  private(set) var isForged = false

  init(_ bytes: [UInt8], nonce: String, steps count: Int) {
    // Split as bytes, because a line feed after a carriage return is no character of its own.
    let lines = bytes.split(separator: 0x0A, omittingEmptySubsequences: false)
    // The last one has no line feed: the program was ended while it wrote it.
    for (number, line) in lines.dropLast().enumerated() {
      guard let frame = Frame(line: String(decoding: line, as: UTF8.self), nonce: nonce),
        frame.number == number,
        take(frame, steps: count)
      else {
        isForged = true
        return
      }
    }
    if hasEnd, lines.last?.isEmpty == false { isForged = true }
  }

  /// - Returns: Whether a scene could have sent the frame after those before it.
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
    case .failure:
      failure = frame.text
      return true
    case .end:
      hasEnd = true
      return frame.step == count && events.count == count
    }
  }
}
