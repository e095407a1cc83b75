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
