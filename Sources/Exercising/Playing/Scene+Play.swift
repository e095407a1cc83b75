@preconcurrency internal import Foundation

extension Scene {
  /// Reads the script from standard input, and writes the events to descriptor 3.
  ///
  /// The first line of the input is the grader's nonce, and each further line is a step. Without a grader, all lines are
  /// steps and the events are printed: `printf 'subscribe ann\nnext 7\n' | swift run Exercise-PublishSubject`.
  ///
  /// The step `new-scene` is followed by another script, which begins with a new scene.
  public static func play() {
    // Line buffering, so that a crash loses no line that was printed before it.
    setvbuf(stdout, nil, _IOLBF, 0)
    signal(SIGPIPE, SIG_IGN)
    guard getenv(FramePipe.variable) != nil else { return playAloud() }
    let (nonce, script) = readInput()
    let pipe = FramePipe(nonce: nonce)
    Thread.detachNewThread { FramePipe.endWithGrader() }
    pipe.send(.ready)
    var scene = Self()
    var events = pipe.events()
    for (index, step) in script.enumerated() {
      pipe.begin(index)
      if step == .newScene {
        // Before the release of the former scene, whose end is no event of either script.
        events = pipe.events()
        scene = Self()
      } else {
        do { try scene.take(step, events) } catch {
          return pipe.send(.failure, "\(error)")
        }
      }
    }
    pipe.end(steps: script.count)
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

  /// The nonce and the script. Read without `stdin`, whose buffer would keep a copy of the nonce that other code can find.
  private static func readInput() -> (nonce: String, script: [Step]) {
    var input = [UInt8](repeating: 0, count: 64 * 1024)
    defer { input.withUnsafeMutableBytes { _ = $0.initializeMemory(as: UInt8.self, repeating: 0) } }
    var count = 0
    while count < input.count {
      let more = input[count...].withUnsafeMutableBytes { read(0, $0.baseAddress, $0.count) }
      guard more > 0 || more < 0 && errno == EINTR else { break }
      count += max(more, 0)
    }
    let lines = input[..<count].split(separator: 0x0A).map { String(decoding: $0, as: UTF8.self) }
    return (lines.first ?? "", lines.dropFirst().compactMap { Step(line: $0) })
  }
}
