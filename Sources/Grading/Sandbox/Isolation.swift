internal import Exercising
internal import Foundation

/// How far a learner's program is isolated from the rest of the machine. A stronger level is greater.
public enum IsolationLevel: String, Sendable, Hashable, Codable, CaseIterable, Comparable {
  /// A session of its own, with limits. The program may still write to other files or end the grader.
  case processGroup = "process group"
  /// Own namespaces for processes, network and files: nothing survives, and nothing is written elsewhere.
  case namespaces

  public static func < (lesser: Self, greater: Self) -> Bool {
    lesser == .processGroup && greater == .namespaces
  }
}

/// Starts learners' programs within limits and with the isolation of a level.
struct Isolation: Sendable {
  let level: IsolationLevel
  private let sandbox: Sandbox?
  private let workspace: Workspace

  /// - Parameters:
  ///   - requested: A level, or nil for the strongest that this machine allows.
  ///   - toolchain: The toolchain whose libraries programs need.
  ///   - package: The workbook, which is hidden from programs.
  ///   - workspace: The folder for the sandbox.
  /// - Throws: ``GradingError`` if this machine does not allow the level, or the workspace cannot be written.
  init(
    _ requested: IsolationLevel?, toolchain: Toolchain, package: PackageFolder, workspace: Workspace
  ) throws(GradingError) {
    let probe = IsolationProbe.ofThisMachine
    level = requested ?? probe.level
    self.workspace = workspace
    switch level {
    case .processGroup: sandbox = nil
    case .namespaces:
      guard let entry = probe.entry else {
        throw GradingError(
          "This machine does not allow namespaces: \(probe.reason ?? "no reason").")
      }
      sandbox = try Sandbox(
        entry, libraries: toolchain.libraries, hiding: package.url.path, in: workspace)
    }
  }

  /// The command that starts a program.
  ///
  /// - Parameters:
  ///   - program: The program, which is alone in its folder.
  ///   - folder: An empty folder for the run.
  ///   - input: The standard input.
  ///   - limits: The limits of the program.
  /// - Returns: The command.
  /// - Throws: ``GradingError`` if the folder cannot be written.
  func command(
    _ program: URL, in folder: URL, input: String, limits: Limits
  ) throws(GradingError) -> Command {
    var command: Command
    if let sandbox {
      command = try sandbox.command(
        ["/program/\(program.lastPathComponent)"], from: program.deletingLastPathComponent(),
        in: folder, limits: limits)
    } else {
      command = Command(
        program: "/bin/sh",
        arguments: ["-c", Self.script, "sh", folder.path, limits.shell, program.path],
        environment: Command.environment(home: folder.path, workspace: workspace))
      let variable = FramePipe.variable
      command.mark = command.environment[variable].map { "\(variable)=\($0)" }
    }
    command.input = input
    return command
  }

  /// Changes to the folder, sets limits, and executes the program, which ends with the grader if there is `setpriv`.
  private static let script = """
    cd "$1" && eval "$2" && shift 2 || exit 97
    if command -v setpriv > /dev/null; then exec setpriv --pdeathsig KILL "$@"; fi
    exec "$@"
    """
}

extension Command {
  /// The environment of a learner's program.
  static func environment(home: String, workspace: Workspace) -> [String: String] {
    var environment = [
      "HOME": home, "TMPDIR": home, "PATH": "/usr/bin:/bin", "LANG": "C.UTF-8", "TZ": "UTC",
      "SWIFT_BACKTRACE": "enable=no", "MALLOC_ARENA_MAX": "2",
      FramePipe.variable: "\(workspace.id)-\(UUID().uuidString)",
    ]
    if Toolchain.isUnderThreadSanitizer {
      // ThreadSanitizer's handler of a crash would exit with a status.
      environment["TSAN_OPTIONS"] = "handle_segv=0:handle_sigbus=0:handle_abort=0:handle_sigill=0"
    }
    for name in ["LD_LIBRARY_PATH", "DYLD_LIBRARY_PATH"] {
      environment[name] = ProcessInfo.processInfo.environment[name]
    }
    return environment
  }
}

extension Limits {
  /// The shell commands that set the limits. The system refuses a limit that was stricter before, or that it does not have.
  var shell: String {
    // ThreadSanitizer reserves the whole address space.
    let addresses = Toolchain.isUnderThreadSanitizer ? "unlimited" : "\(addressBytes / 1024)"
    // A second more than the grader's own limit, in case the grader measures too late or has ended.
    let seconds = Int(cpuSeconds.rounded(.up)) + 1
    return ["c 0", "f \(fileBytes / 512)", "v \(addresses)", "t \(seconds)"]
      .map { "ulimit -\($0) 2> /dev/null;" }.joined(separator: " ") + " :"
  }
}
