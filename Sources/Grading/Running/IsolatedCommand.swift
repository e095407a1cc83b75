internal import Foundation

extension Command {
  /// A learner's program in a folder of its own, within limits, as far from the rest as the level says.
  static func isolated(
    _ level: IsolationLevel, program: URL, folder: URL, input: String, limits: Limits
  ) -> Command {
    Command(
      program: "/bin/sh",
      arguments: [
        "-c", limited, "sh", addressLimit(limits), "\(limits.fileBlocks)", "\(limits.cpuSeconds)",
        folder.path, program.path,
      ],
      environment: environment(folder: folder.path), input: input)
  }

  /// Sets limits, goes to the folder and becomes the program.
  private static let limited = """
    ulimit -c 0 && ulimit -v "$1" && ulimit -f "$2" && ulimit -t "$3" && cd "$4" && exec "$5"
    """

  private static func addressLimit(_ limits: Limits) -> String {
    // ThreadSanitizer asks for all addresses there are.
    Toolchain.isUnderThreadSanitizer ? "unlimited" : "\(limits.addressBytes / 1024)"
  }

  private static func environment(folder: String) -> [String: String] {
    var environment = [
      "HOME": folder, "TMPDIR": folder, "PATH": "/usr/bin:/bin", "LANG": "C.UTF-8", "TZ": "UTC",
      "SWIFT_BACKTRACE": "enable=no",
    ]
    for name in ["LD_LIBRARY_PATH", "DYLD_LIBRARY_PATH"] {
      environment[name] = ProcessInfo.processInfo.environment[name]
    }
    return environment
  }
}

extension Limits {
  /// What a file may hold, in the shell's blocks of 512 bytes.
  fileprivate var fileBlocks: Int { 16 * 1024 * 2 }
  /// Ends a program whose grader is gone.
  fileprivate var cpuSeconds: Int { Int((seconds + startSeconds).rounded(.up)) + 1 }
}
