internal import Exercising
internal import Foundation

/// How far a learner's program is kept from the rest of the machine; the stronger is the greater.
public enum IsolationLevel: String, Sendable, Hashable, Codable, CaseIterable, Comparable {
  /// A session of its own, with limits, ended whole. It could still write elsewhere or end its grader.
  case processGroup = "process group"
  /// Its own processes, network and files: nothing survives, nothing is written elsewhere.
  case namespaces

  public static func < (lesser: Self, greater: Self) -> Bool {
    lesser == .processGroup && greater == .namespaces
  }
}

/// How learners' programs are started: on their own, within limits, as far from the rest as the level says.
struct Isolation: Sendable {
  let level: IsolationLevel
  private let sandbox: Sandbox?
  private let workspace: Workspace

  /// - Parameters:
  ///   - wanted: a level, or nil for the strongest that this machine allows.
  ///   - toolchain: whose libraries programs need.
  ///   - package: the workbook, which must not be seen.
  ///   - workspace: where what is needed is made.
  /// - Throws: ``GradingError`` when this machine does not allow it, or the workspace cannot be written.
  init(
    _ wanted: IsolationLevel?, toolchain: Toolchain, package: PackageFolder, workspace: Workspace
  ) throws(GradingError) {
    let probe = IsolationProbe.ofThisMachine
    level = wanted ?? probe.level
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

  /// How to start a program.
  ///
  /// - Parameters:
  ///   - program: alone in its folder.
  ///   - folder: the run's own; empty.
  ///   - input: what it reads on standard input.
  ///   - limits: what it may use.
  /// - Returns: The command.
  /// - Throws: ``GradingError`` when the folder cannot be written.
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

  /// Changes to the folder, sets limits, and executes the program, which ends with its grader where `setpriv` is there.
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
      FramePipe.variable: "\(workspace.url.lastPathComponent)-\(UUID().uuidString)",
    ]
    if Toolchain.isUnderThreadSanitizer {
      // Its own account of a crash would pass for an exit.
      environment["TSAN_OPTIONS"] = "handle_segv=0:handle_sigbus=0:handle_abort=0:handle_sigill=0"
    }
    for name in ["LD_LIBRARY_PATH", "DYLD_LIBRARY_PATH"] {
      environment[name] = ProcessInfo.processInfo.environment[name]
    }
    return environment
  }
}

extension Limits {
  /// The shell's commands that set them. One that is refused was stricter before, or this system has none of its kind.
  var shell: String {
    // ThreadSanitizer reserves the whole address space.
    let addresses = Toolchain.isUnderThreadSanitizer ? "unlimited" : "\(addressBytes / 1024)"
    // A second more than the grader's own limit, for a grader that looks too late or is gone.
    let seconds = Int(cpuSeconds.rounded(.up)) + 1
    return ["c 0", "f \(fileBytes / 512)", "v \(addresses)", "t \(seconds)"]
      .map { "ulimit -\($0) 2> /dev/null;" }.joined(separator: " ") + " :"
  }
}
