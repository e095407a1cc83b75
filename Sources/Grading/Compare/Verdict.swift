/// The verdict on a check or an exercise.
public enum Verdict: String, Sendable, Hashable, CaseIterable, Codable {
  /// Everything that was expected happened, and nothing else.
  case pass = "PASS"
  /// The file is as it was handed out.
  case todo = "TODO"
  /// Something else happened than was expected.
  case fail = "FAIL"
  /// The file does not compile.
  case build = "BUILD"
  /// The program ended before the script did, by `exit` for instance, or its events are not its own.
  case stopped = "STOPPED"
  /// The program crashed.
  case crash = "CRASH"
  /// The program was not done in time.
  case timeout = "TIMEOUT"
  /// Too much output or memory.
  case limit = "LIMIT"
  /// A check that this one needs failed.
  case blocked = "BLOCKED"
  /// The grader itself could not do its work; never the learner's fault.
  case graderError = "GRADER-ERROR"
}

extension Verdict {
  /// What the verdict means, in plain words; continues a line.
  public var words: String {
    switch self {
    case .pass: "all visible checks passed"
    case .todo: "the file is as it was handed out"
    case .fail: "something else happened than expected"
    case .build: "there is no file that compiles"
    case .stopped: "the program ended before the script did"
    case .crash: "the program crashed"
    case .timeout: "the program was not done in time"
    case .limit: "too much output or memory"
    case .blocked: "waits for another check"
    case .graderError: "the grader could not do its work; this is not your fault"
    }
  }

  /// What a single check has to say when it has nothing more exact to say.
  var wordsOfCheck: String { self == .pass ? "passed" : words }

  /// How a course system sorts it.
  enum Kind {
    case passed
    /// The learner's code does the wrong thing.
    case failed
    /// It could not be found out what the code does.
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
