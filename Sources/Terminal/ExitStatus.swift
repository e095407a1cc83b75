/// The exit status of a program; the numbers from 64 on are those of sysexits.h.
package enum ExitStatus: Int32, Sendable {
  case success = 0
  /// It ran, and the answer is no: a page failed, a limit was not kept.
  case failure = 1
  /// The command line cannot be carried out.
  case usage = 64
  /// A mistake of the program's own.
  case internalError = 70
  /// Standard output or temporary files cannot be written.
  case cannotWrite = 74
}
