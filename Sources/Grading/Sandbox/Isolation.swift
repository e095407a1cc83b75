internal import Concurrency
internal import Exercising
internal import Foundation
internal import Processes

/// The isolation of a learner's program from the rest of the machine. A stronger level is greater.
public enum IsolationLevel: String, Sendable, Hashable, Codable, CaseIterable, Comparable {
  /// A session of its own, with limits. It may still write to other files or end the grader.
  case processGroup = "process group"
  /// Own namespaces for processes, network and files: nothing survives or is written elsewhere.
  case namespaces

  public static func < (lesser: Self, greater: Self) -> Bool {
    lesser == .processGroup && greater == .namespaces
  }
}

/// Starts learners' programs through the program `Starter`, with limits and an isolation level.
struct Isolation: Sendable {
  private let sandbox: Sandbox?
  private let workspace: Workspace
  /// Folders of the libraries that programs need.
  private let libraries: [String]

  /// Programs need the toolchain's libraries, and the package is hidden from them. The level is by
  /// default the strongest that this machine allows. Throws if the machine does not allow a level.
  init(
    _ requested: IsolationLevel?, toolchain: Toolchain, package: PackageFolder, workspace: Workspace
  ) throws(GradingError) {
    let probe = IsolationProbe.ofThisMachine
    self.workspace = workspace
    libraries = toolchain.libraries
    switch requested ?? probe.level {
    case .processGroup:
      sandbox = nil
      if getuid() == 0, let closed = Self.closedFolder(above: TemporaryDirectory.url.path) {
        throw GradingError(
          "Programs run as a user without rights, who cannot enter “\(closed)”: set "
            + "TMPDIR to a folder such as /tmp, or run `chmod o+x '\(closed)'`.")
      }
    case .namespaces:
      guard let entry = probe.entry else {
        throw GradingError(
          "This machine does not allow namespaces: \(probe.reason ?? "no reason").")
      }
      sandbox = try Sandbox(
        entry, libraries: toolchain.libraries, hiding: package.url.path, in: workspace)
    }
  }

  /// The first folder on the path that only its owner and its group may enter, if any.
  static func closedFolder(above path: String) -> String? {
    let ofOthers: mode_t = 0o001
    return URL(filePath: path).resolvingSymlinksInPath().upwards.reversed().map(\.path).first {
      var facts = stat()
      return stat($0, &facts) == 0 && facts.st_mode & ofOthers == 0
    }
  }

  /// The command that starts a program, which is alone in its folder, in an empty folder for the
  /// run. Throws if the folder cannot be given to the program's user.
  func command(_ program: URL, in folder: URL, limits: Limits) throws(GradingError) -> ChildCommand
  {
    if let sandbox {
      return try sandbox.command(
        ["/program/\(program.lastPathComponent)"], from: program.deletingLastPathComponent(),
        limits: limits)
    }
    let user = getuid() == 0 ? try LearnerUsers.ofThisMachine.reserve() : nil
    if let id = user?.id, chown(folder.path, id, id) != 0 || chmod(folder.path, 0o700) != 0 {
      throw GradingError("“\(folder.path)” cannot be given to user \(id)", errno)
    }
    let verbs =
      [["folder", folder.path]] + limits.verbs(isRoot: user != nil)
      + [["drop", user.map { "\($0.id)" } ?? "-"]] + confinement(program, folder)
    var command = ChildCommand(
      program: BuildFolder.beside.starter,
      arguments: verbs.flatMap(\.self) + ["--", program.path],
      environment: ChildCommand.environment(home: folder.path, workspace: workspace))
    let variable = FramePipe.variable
    command.mark = command.environment[variable].map { "\(variable)=\($0)" }
    command.user = user?.id
    command.reservation = user
    return command
  }

  /// The verbs of the starter that refuse system calls and confine a program to some files.
  private func confinement(_ program: URL, _ folder: URL) -> [[String]] {
    #if os(Linux)
      guard IsolationProbe.confinesFiles else { return [["refuse"]] }
      let readable =
        ["/usr", "/lib", "/lib64", "/bin", "/sbin", "/proc", "/etc/ld.so.cache"] + libraries
        + [program.deletingLastPathComponent().path]
      let writable = Sandbox.devices.map { "/dev/\($0)" } + [folder.path]
      return [["confine"]] + readable.map { ["read", $0] } + writable.map { ["write", $0] }
        + [["refuse"]]
    #else
      return []
    #endif
  }
}

extension ChildCommand {
  /// ThreadSanitizer options without its crash handlers, which would exit with a status.
  static let crashesEnd = "handle_segv=0:handle_sigbus=0:handle_abort=0:handle_sigill=0"
  /// Also ends the program at the first race.
  static let firstRaceEnds =
    crashesEnd
    + ":halt_on_error=1:exitcode=\(RaceReport.status):report_signal_unsafe=0:atexit_sleep_ms=0"

  /// The environment of a learner's program.
  static func environment(home: String, workspace: Workspace) -> [String: String] {
    var environment = [
      "HOME": home, "TMPDIR": home, "PATH": "/usr/bin:/bin", "LANG": "C.UTF-8", "TZ": "UTC",
      "SWIFT_BACKTRACE": "enable=no", "MALLOC_ARENA_MAX": "2",
      // Keeps the order of a dictionary the same in each run.
      "SWIFT_DETERMINISTIC_HASHING": "1",
      FramePipe.variable: "\(workspace.id)-\(UUID().uuidString)",
    ]
    if Toolchain.isUnderThreadSanitizer {
      environment["TSAN_OPTIONS"] = crashesEnd
    }
    for name in ["LD_LIBRARY_PATH", "DYLD_LIBRARY_PATH"] {
      environment[name] = ProcessInfo.processInfo.environment[name]
    }
    return environment
  }
}

extension Limits {
  /// The verbs of the starter that set the limits.
  func verbs(isRoot: Bool) -> [[String]] {
    var limits = [
      "core": 0, "file": fileBytes, "descriptors": descriptors,
      // A second more than the grader's own limit, in case the grader is late or has ended.
      "cpu": Int(cpuSeconds.rounded(.up)) + 1,
    ]
    if limitsAddresses { limits["addresses"] = addressBytes }
    // The system counts all processes of a user.
    if isRoot { limits["processes"] = processes }
    return limits.sorted { $0.key < $1.key }.map { ["limit", $0.key, "\($0.value)"] }
  }
}
