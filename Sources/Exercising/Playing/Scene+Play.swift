@preconcurrency internal import Foundation

extension Scene {
  /// Reads the script from standard input, and writes the events to descriptor 3.
  ///
  /// The first line of the input is the grader's nonce, and each further line is a step, which the grader sends when the
  /// one before it is done. Without a grader, all lines are steps and the events are printed:
  /// `printf 'subscribe ann\nnext 7\n' | swift run Exercise-PublishSubject`.
  ///
  /// The step `new-scene` is followed by another script, which begins with a new scene.
  public static func play() {
    // Line buffering, so that a crash loses no line that was printed before it.
    setvbuf(stdout, nil, _IOLBF, 0)
    signal(SIGPIPE, SIG_IGN)
    guard getenv(FramePipe.variable) != nil else { return playAloud() }
    guard let pipe = ScriptInput.line({ FramePipe(nonce: $0) }) else { return }
    Thread.detachNewThread { FramePipe.endWithGrader() }
    pipe.send(.ready)
    var scene = Self()
    var events = pipe.events()
    var count = 0
    while let line = ScriptInput.line({ String(decoding: $0, as: UTF8.self) }) {
      guard let step = Step(line: line) else { continue }
      pipe.begin(count)
      count += 1
      if step == .newScene {
        // Before the release of the former scene, whose end is no event of either script.
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
    // `_exit`, because threads that the learner's type leaves behind must not delay the end of the program.
    fflush(nil)
    _exit(0)
  }

  private static func playAloud() {
    var scene = Self()
    while let line = readLine() {
      guard let step = Step(line: line) else { continue }
      if step == .newScene {
        scene = Self()
        continue
      }
      do { try scene.take(step, Events { print($0) }) } catch { print("Not possible: \(error).") }
    }
  }
}

/// The grader's end of standard input. Read without `stdin`, whose buffer would keep what other code can find.
private enum ScriptInput {
  /// Reads a line, and clears the memory in which it was.
  ///
  /// - Returns: The result of `body`, which receives the line without its line feed. Nil at the end.
  static func line<Result>(_ body: (UnsafeMutableBufferPointer<UInt8>.SubSequence) -> Result)
    -> Result?
  {
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 64 * 1024) { buffer in
      buffer.initialize(repeating: 0)
      defer { buffer.update(repeating: 0) }
      var count = 0
      // Byte by byte, so that nothing of the next line is taken.
      while count < buffer.count {
        let more = read(0, buffer.baseAddress.map { $0 + count }, 1)
        if more < 0, errno == EINTR { continue }
        guard more > 0 else { return nil }
        if buffer[count] == 0x0A { return body(buffer[..<count]) }
        count += 1
      }
      return nil
    }
  }
}
