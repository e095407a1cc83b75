package import Foundation

extension Transcript {
  /// Starts the chapter's own program again in a role of the chapter.
  ///
  /// - Throws: when the program cannot be started.
  public func start(_ role: ChildRole, _ arguments: [String] = []) throws -> ChildProcess {
    try ChildProcess(program, as: role.name, arguments)
  }

  /// Starts the program in a role and waits for its end.
  ///
  /// - Throws: when the program cannot be started.
  public func run(_ role: ChildRole, _ arguments: [String] = []) throws -> ChildProcess.Ending {
    try start(role, arguments).ending()
  }
}

extension Chapter {
  /// The program where SwiftPM puts it: beside the tests, and beside itself.
  package static var builtProgram: URL {
    let bundle = Bundle.allBundles.first { $0.bundleURL.pathExtension == "xctest" }
    let beside =
      bundle?.bundleURL ?? Bundle.main.executableURL ?? URL(filePath: CommandLine.arguments[0])
    return beside.deletingLastPathComponent().appending(path: programName)
  }
}
