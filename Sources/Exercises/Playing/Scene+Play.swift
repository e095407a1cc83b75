@preconcurrency internal import Foundation

extension Scene {
  /// Reads the script from standard input, and writes the events to descriptor 3.
  ///
  /// The first line of the input is the grader's nonce, and each further line is a step, which the
  /// grader sends when the one before it is done. The step `new-scene` begins another script.
  public static func play() {
    // Line buffering, so that a crash loses no line that was printed before it.
    setvbuf(stdout, nil, _IOLBF, 0)
    signal(SIGPIPE, SIG_IGN)
    guard let pipe = ScriptInput.nonce({ FramePipe(nonce: $0) }) else { return }
    if getenv(BacktraceHandler.variable) != nil { BacktraceHandler.install() }
    reportRacesToGrader()
    closeMemory()
    Thread.detachNewThread { FramePipe.endWithGrader() }
    pipe.send(.ready)
    var scene = Self()
    var events = pipe.events()
    var count = 0
    while let line = ScriptInput.line() {
      guard let step = Step(line: line) else { continue }
      pipe.send(.step, step: count)
      count += 1
      if step == .newScene {
        // Before the previous scene is released, so that its end is not an event of either script.
        events = pipe.events()
        scene = Self()
      } else {
        do { try scene.take(step, events) } catch {
          return pipe.send(.failure, "\(error)")
        }
      }
      pipe.send(.done)
    }
    pipe.send(.end, step: count)
    // `_exit`, because threads that the learner's type leaves behind must not delay the end.
    fflush(nil)
    _exit(0)
  }

  /// Keeps the program from opening its memory as a file, and finding the nonce's parts there.
  private static func closeMemory() {
    #if os(Linux)
      typealias Function = @convention(c) (Int32, UInt, UInt, UInt, UInt) -> Int32
      guard let symbol = dlsym(dlopen(nil, RTLD_NOW), "prctl") else { return }
      let setDumpable: Int32 = 4
      _ = unsafeBitCast(symbol, to: Function.self)(setDumpable, 0, 0, 0, 0)
    #endif
  }

  /// Lets ThreadSanitizer write to the grader's descriptor 5, if the program is built with it.
  /// Standard error is the learner's.
  private static func reportRacesToGrader() {
    typealias Function = @convention(c) (UnsafeMutableRawPointer?) -> Void
    guard let symbol = dlsym(dlopen(nil, RTLD_NOW), "__sanitizer_set_report_fd") else { return }
    // It takes the number as a pointer.
    unsafeBitCast(symbol, to: Function.self)(UnsafeMutableRawPointer(bitPattern: 5))
  }
}

/// The grader's lines on standard input, not through `stdin`: other code could read its buffer.
private enum ScriptInput {
  /// Calls `body` with the first line, without its line feed, and clears its memory. Nil if none.
  static func nonce<Result>(
    _ body: (Slice<UnsafeMutableBufferPointer<UInt8>>) -> Result
  ) -> Result? {
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 256) { buffer in
      buffer.initialize(repeating: 0)
      defer { buffer.update(repeating: 0) }
      for index in buffer.indices {
        guard let byte = byte() else { return nil }
        if byte == 0x0A { return body(buffer[..<index]) }
        buffer[index] = byte
      }
      return nil
    }
  }

  /// Reads a line. Nil at the end.
  static func line() -> String? {
    var line: [UInt8] = []
    while let byte = byte() {
      if byte == 0x0A { return String(decoding: line, as: UTF8.self) }
      line.append(byte)
    }
    return nil
  }

  private static func byte() -> UInt8? {
    var byte: UInt8 = 0
    while true {
      let count = read(0, &byte, 1)
      if count >= 0 || errno != EINTR { return count == 1 ? byte : nil }
    }
  }
}
