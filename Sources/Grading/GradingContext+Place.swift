internal import Exercising
internal import Foundation

extension GradingContext {
  /// The place in the learner's file where a run crashed or exceeded a time limit, in the form of a
  /// compiler diagnostic.
  ///
  /// - Returns: Nil if the message already names the line, or if the thread has no frame in the
  ///   file. The thread is the one that crashed or was running; if all were waiting, the one that
  ///   the scene used for its call.
  func place(
    of run: RunResult, _ program: URL, _ exercise: Exercise
  ) throws(GradingError) -> String? {
    let note: String
    var showsCalled = false
    switch run.outcome {
    case .ended(.signaled): note = "crashed here"
    case .ended(.cpuTimeExceeded): note = "still running here"
    case .ended(.stalled), .ended(.waitTimeExceeded):
      note = "still waiting here"
      showsCalled = true
    default: return nil
    }
    guard let source, let symbolizer, !run.namesLine else { return nil }
    for thread in Backtrace(run.backtrace).threads {
      let frames = try frames(thread, of: program, by: symbolizer)
      if let place = showsCalled ? frames.called : frames.innermost {
        return place.text(note, in: source, of: exercise)
      }
    }
    return nil
  }

  private func frames(
    _ addresses: [String], of program: URL, by symbolizer: String
  ) throws(GradingError) -> SourceFrames {
    let options = ["--functions=none", "--no-inlines", "--obj=\(program.path)"]
    let result = try runner.run(
      ChildCommand(program: symbolizer, arguments: options + addresses.map { "0x\($0)" }),
      limits: .compiler)
    return SourceFrames(String(decoding: result.output, as: UTF8.self).split(separator: "\n"))
  }
}
