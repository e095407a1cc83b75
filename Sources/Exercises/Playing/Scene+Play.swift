@preconcurrency internal import Foundation

extension Scene {
  /// Reads the script from standard input, and writes the events to descriptor 3.
  ///
  /// The first line of the input is the grader's nonce, and each further line is a step, which the
  /// grader sends when the one before it is done.
  ///
  /// The step `new-scene` begins another script, with a new scene.
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
    var input = ScriptInput()
    while let line = input.line() {
      guard let step = Step(line: line) else { continue }
      pipe.begin(count)
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
    pipe.end(steps: count)
    // `_exit`, because threads that the learner's type leaves behind must not delay the end of the
    // program.
    fflush(nil)
    _exit(0)
  }

  /// Keeps the program from opening its memory as a file, where it could find the parts of the
  /// nonce.
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

/// The grader's lines on standard input. Not read through `stdin`, because other code could find
/// them in its buffer.
private struct ScriptInput {
  /// The bytes that were read after the last complete line.
  private var rest: [UInt8] = []

  /// Reads the first line, and clears the memory that held it.
  ///
  /// - Returns: The result of `body`, which receives the line without its line feed. Nil if there
  ///   is none.
  static func nonce<Result>(
    _ body: (Slice<UnsafeMutableBufferPointer<UInt8>>) -> Result
  ) -> Result? {
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 256) { buffer in
      buffer.initialize(repeating: 0)
      defer { buffer.update(repeating: 0) }
      // Byte by byte, so that nothing of the next line is taken.
      for index in buffer.indices {
        let place = UnsafeMutableBufferPointer(rebasing: buffer[index...index])
        guard Self.read(into: place) == 1 else { return nil }
        if buffer[index] == 0x0A { return body(buffer[..<index]) }
      }
      return nil
    }
  }

  /// Reads a line. Nil at the end.
  mutating func line() -> String? {
    while true {
      if let end = rest.firstIndex(of: 0x0A) {
        defer { rest.removeSubrange(...end) }
        return String(decoding: rest[..<end], as: UTF8.self)
      }
      let count = withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 1024) { buffer in
        buffer.initialize(repeating: 0)
        let count = Self.read(into: buffer)
        rest += buffer[..<max(count, 0)]
        return count
      }
      guard count > 0 else { return nil }
    }
  }

  private static func read(into buffer: UnsafeMutableBufferPointer<UInt8>) -> Int {
    while true {
      let count = Foundation.read(0, buffer.baseAddress, buffer.count)
      if count >= 0 || errno != EINTR { return count }
    }
  }
}
