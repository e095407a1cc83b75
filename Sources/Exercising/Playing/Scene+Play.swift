@preconcurrency internal import Foundation

extension Scene {
  /// Takes the script from standard input and tells on descriptor 3 what happened; gives no verdict.
  ///
  /// The first line of the input is the grader's nonce, each other one a step. Without a grader the events are
  /// printed: `printf 'subscribe ann\nnext 7\n' | swift run Exercise-PublishSubject`.
  public static func play() {
    // What is printed before a crash must not be lost with it.
    setvbuf(stdout, nil, _IOLBF, 0)
    signal(SIGPIPE, SIG_IGN)
    guard getenv(FramePipe.variable) != nil else { return playAloud() }
    guard let nonce = readLine() else { return }
    let pipe = FramePipe(nonce: nonce)
    let script = readScript()
    pipe.tell(.ready)
    var scene = Self()
    let events = Events { pipe.tell(.event, $0) }
    for (index, step) in script.enumerated() {
      pipe.begin(index)
      do { try scene.take(step, events) } catch { return pipe.tell(.failure, "\(error)") }
    }
    pipe.end(steps: script.count)
    // What the learner's type leaves behind, threads for instance, must not keep the program from its end.
    fflush(nil)
    _exit(0)
  }

  private static func playAloud() {
    var scene = Self()
    while let line = readLine() {
      guard let step = Step(line: line) else { continue }
      do { try scene.take(step, Events { print($0) }) } catch { print("Not possible: \(error).") }
    }
  }

  private static func readScript() -> [Step] {
    var script: [Step] = []
    while let line = readLine() {
      if let step = Step(line: line) { script.append(step) }
    }
    return script
  }
}
