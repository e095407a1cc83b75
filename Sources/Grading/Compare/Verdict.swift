/// The verdict on a check or an exercise.
public enum Verdict: String, Sendable, Hashable, CaseIterable, Codable {
  /// The events are the expected ones.
  case pass = "PASS"
  /// The file is untouched.
  case todo = "TODO"
  /// The events are not the expected ones.
  case fail = "FAIL"
  /// The file does not compile.
  case build = "BUILD"
  /// The program ended before the script, for instance by `exit`, or sent invalid frames.
  case stopped = "STOPPED"
  /// The program crashed.
  case crash = "CRASH"
  /// The program exceeded a limit of time.
  case timeout = "TIMEOUT"
  /// The program exceeded a limit of output or memory.
  case limit = "LIMIT"
  /// A check that this one needs did not pass.
  case blocked = "BLOCKED"
  /// The grader failed. A learner's program never causes this.
  case graderError = "GRADER-ERROR"
}

extension Verdict {
  /// The meaning of the verdict, as a clause.
  public var words: String {
    switch self {
    case .pass: "all visible checks passed"
    case .todo: "the file is as it was handed out"
    case .fail: "the events are not the expected ones"
    case .build: "there is no file that compiles"
    case .stopped: "the program ended before the script did"
    case .crash: "the program crashed"
    case .timeout: "the program did not finish in time"
    case .limit: "too much output or memory"
    case .blocked: "waits for another check"
    case .graderError: "the grader could not do its work; this is not your fault"
    }
  }

  /// The meaning of the verdict on a prediction, where nothing is compiled or played.
  var wordsOfPrediction: String {
    switch self {
    case .pass: "these are the lines that the page prints"
    case .fail: "the page prints other lines"
    default: words
    }
  }

  /// The text for a check without an explanation.
  var wordsOfCheck: String { self == .pass ? "passed" : words }

  /// The kind of result in a course system.
  enum Kind {
    case passed
    /// The learner's code has the wrong behaviour.
    case failed
    /// The behaviour of the code could not be determined.
    case broken
    /// The check did not run.
    case skipped
  }

  var kind: Kind {
    switch self {
    case .pass: .passed
    case .fail: .failed
    case .build, .stopped, .crash, .timeout, .limit, .graderError: .broken
    case .todo, .blocked: .skipped
    }
  }
}
