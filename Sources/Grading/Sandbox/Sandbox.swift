internal import Foundation
internal import Processes

/// Namespaces for a program: its own files, processes and network. The libraries of the system and
/// the toolchain and the program's folder are mounted read-only on empty folders. A small file
/// system in memory is writable. Nothing else exists in the root, and of devices only five.
struct Sandbox: Sendable {
  /// How the grader creates namespaces.
  enum Entry: String, Sendable, CaseIterable {
    /// As root, whose rights are dropped before the program starts.
    case root
    /// As an ordinary user, in a user namespace.
    case user
  }

  private let entry: Entry
  private let workspace: Workspace
  private let root: String
  /// Verbs of the starter that mount all but the program's folder, in their order.
  private var mounts: [[String]]

  static let devices = ["null", "zero", "full", "random", "urandom"]

  /// The libraries are folders that programs need besides the system's. One folder is hidden.
  init(
    _ entry: Entry, libraries: [String], hiding hidden: String, in workspace: Workspace
  ) throws(GradingError) {
    self.entry = entry
    self.workspace = workspace
    root = try workspace.folder("root").path
    mounts = [["library", root, root]]
    do { try build(libraries: libraries, hiding: hidden) } catch {
      throw GradingError("“\(root)” cannot be filled: \(error.localizedDescription)")
    }
  }

  /// The command that starts a program in the sandbox: its path there, and its arguments. The
  /// folder is mounted as `/program`. Throws if no user can be reserved.
  func command(
    _ words: [String], from programs: URL, limits: Limits
  ) throws(GradingError) -> ChildCommand {
    // With its own user, other runs do not count for the limit, and do not end with this run.
    let user = entry == .root ? try LearnerUsers.ofThisMachine.reserve() : nil
    let verbs =
      [["namespaces", entry.rawValue]] + mounts
      + [
        ["library", programs.path, root + "/program"], ["enter", root], ["folder", "/work"],
      ]
      + limits.verbs(isRoot: user != nil) + [["drop", user.map { "\($0.id)" } ?? "-"], ["refuse"]]
    var environment = ChildCommand.environment(home: "/work", workspace: workspace)
    environment["PATH"] = "/usr/bin:/bin:/usr/sbin:/sbin"
    return ChildCommand(
      program: BuildFolder.beside.starter, arguments: verbs.flatMap(\.self) + ["--"] + words,
      environment: environment, reservation: user)
  }

  /// Makes the empty folders, and adds what is mounted on each.
  private mutating func build(libraries: [String], hiding hidden: String) throws {
    let files = FileManager.default
    try files.setAttributes([.posixPermissions: 0o755], ofItemAtPath: root)
    for folder in ["/proc", "/dev", "/work", "/old", "/program"] { try makeFolder(folder) }
    for system in ["/usr", "/lib", "/lib64", "/bin", "/sbin"] {
      if let target = try? files.destinationOfSymbolicLink(atPath: system) {
        try files.createSymbolicLink(atPath: root + system, withDestinationPath: target)
      } else if files.fileExists(atPath: system) {
        try bind(system)
      }
    }
    for library in libraries where !library.hasPrefix("/usr/") { try bind(library) }
    if ["/usr/", "/lib/"].contains(where: hidden.hasPrefix) {
      mounts.append(["memory", root + hidden, "size=4k,mode=0"])
    }
    for device in Self.devices {
      try Data().write(to: URL(filePath: "\(root)/dev/\(device)"))
      mounts.append(["device", "/dev/\(device)", "\(root)/dev/\(device)"])
    }
    try files.createSymbolicLink(atPath: root + "/tmp", withDestinationPath: "work")
    try files.createSymbolicLink(atPath: root + "/dev/shm", withDestinationPath: "../work")
    mounts.append(["memory", root + "/work", "size=32m,nr_inodes=4k,mode=1777"])
    mounts.append(["processes", root + "/proc"])
  }

  private mutating func bind(_ folder: String) throws {
    try makeFolder(folder)
    mounts.append(["library", folder, root + folder])
  }

  private func makeFolder(_ path: String) throws {
    try FileManager.default.createDirectory(
      atPath: root + path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o755]
    )
  }
}

/// The grader's temporary files. Each function throws also if the workspace was removed.
extension Workspace {
  /// Creates a folder, whose name begins with `name`.
  func folder(_ name: String) throws(GradingError) -> URL {
    do { return try newFolder("\(name)-") } catch { throw GradingError(error) }
  }

  func fill(_ body: () throws -> Void) throws(GradingError) {
    do { try create(body) } catch { throw GradingError(error) }
  }
}

extension GradingError {
  fileprivate init(_ error: TemporaryDirectoryError) {
    self = error.code == .ECANCELED ? .cancelled : GradingError("\(error).")
  }
}
