internal import Foundation
internal import Processes

/// A file that does not compile: the first error, with the file's path in the package and the line.
struct CompilerError: Error, Hashable, LocalizedError {
  let message: String

  var errorDescription: String? { message }
}

/// Compiles a learner's file to a program with `swiftc`, in 0.15 s. SwiftPM takes 0.5 s.
struct Compiler: Sendable {
  let toolchain: Toolchain
  private let package: PackageFolder
  private let runner: ChildRunner
  private let objects: [String]
  private let modules: URL
  /// SwiftPM's cache, which holds the modules already, instead of one in the home folder.
  private let moduleCache: URL

  /// - Throws: ``GradingError`` if a library is not built or the workspace cannot be written.
  init(_ toolchain: Toolchain, package: PackageFolder, runner: ChildRunner) throws(GradingError) {
    let build = BuildFolder.beside
    self.toolchain = toolchain
    self.package = package
    self.runner = runner
    objects = build.built.flatMap { build.objects($0) }
    guard build.built.contains("Exercising"), !objects.isEmpty else {
      throw GradingError(
        "“\(build.url.path)” holds no module Exercising: run `swift build` in the workbook.")
    }
    modules = try runner.workspace.folder("modules")
    try runner.workspace.fill { [modules] in
      for module in build.built.map(build.module) {
        try FileManager.default.createSymbolicLink(
          at: modules.appending(path: module.lastPathComponent), withDestinationURL: module)
      }
    }
    let warm = build.url.appending(path: "ModuleCache")
    moduleCache =
      FileManager.default.isWritableFile(atPath: warm.path)
      ? warm : try runner.workspace.folder("module-cache")
  }

  /// Compiles a text as the exercise's file. Blocks. `main` is the text of the file that runs the
  /// scene, by default the exercise's own. Throws ``CompilerError`` for an error in the text or a
  /// ``ForbiddenWord``, and ``GradingError`` if even the stub does not compile.
  func compile(
    _ source: String, for exercise: Exercise, main: String? = nil,
    findingRaces findsRaces: Bool = false
  ) throws -> URL {
    let main = main ?? exercise.mainFile
    let forbidden = ForbiddenWord(
      in: source, besides: main, solvingTypes: exercise.solvingTypes,
      runsInTasks: exercise.runsInTasks, findsRaces: exercise.findsRaces)
    if let forbidden {
      throw CompilerError(message: forbidden.message(in: "\(exercise.folder)/Exercise.swift"))
    }
    do {
      return try program(source, for: exercise, main: main, findingRaces: findsRaces)
    } catch let error as CompilerError {
      guard let stub = try? String(contentsOf: package.stub(exercise), encoding: .utf8),
        !CompilerMessage.isAtOwnLine(error.message, of: source, besides: stub)
      else { throw error }
      do {
        remove(try program(stub, for: exercise, main: main, findingRaces: findsRaces))
      } catch let own as CompilerError {
        throw GradingError("Not even the stub of \(exercise.name) compiles: \(own.message)")
      }
      throw error
    }
  }

  /// The numbers of the lines of a program's text in which the compiler found unsafe memory.
  func unsafeLines(of program: URL) -> [Int] {
    let bytes = FileManager.default.contents(atPath: Self.warnings(of: program).path) ?? Data()
    return ReviewLine.unsafeLines(in: String(decoding: bytes, as: UTF8.self))
  }

  /// The output of the compiler, beside the folder of the program, which the program does not see.
  private static func warnings(of program: URL) -> URL {
    program.deletingLastPathComponent().deletingLastPathComponent().appending(path: "warnings.txt")
  }

  func remove(_ program: URL) {
    runner.workspace.remove(program.deletingLastPathComponent().deletingLastPathComponent())
  }

  private func program(
    _ source: String, for exercise: Exercise, main: String, findingRaces findsRaces: Bool
  ) throws -> URL {
    let folder = try runner.workspace.folder("program")
    let outputs = #"{"": {"object": "\#(Self.object)"}}"#
    try runner.workspace.fill {
      for (name, text) in [
        ("Exercise.swift", source), ("Main.swift", main), ("outputs.json", outputs),
      ] { try Data(text.utf8).write(to: folder.appending(path: name)) }
      try FileManager.default.createDirectory(
        at: folder.appending(path: "built"), withIntermediateDirectories: false)
    }
    let command = command(
      in: folder, findingRaces: findsRaces, isRelease: !findsRaces && exercise.requiresCrash)
    runner.log?(
      ChildCommand(
        program: "/bin/sh",
        arguments: ["-c", "cd \"$0\" && exec \"$@\"", folder.path, command.program]
          + command.arguments, environment: command.environment), "")
    let result = try runner.run(started(command, in: folder), limits: .compiler)
    if let failure = result.startFailure {
      throw GradingError("The compiler could not be started: \(failure)")
    }
    switch result.reason {
    case .exited(0): break
    case .cancelled: throw GradingError.cancelled
    case .cpuTimeExceeded:
      throw CompilerError(message: "The compiler took more than 20 s: split long expressions.")
    case .waitTimeExceeded: throw GradingError("The compiler did not end.")
    default:
      let text = String(decoding: result.errors + result.output, as: UTF8.self)
      throw CompilerError(message: CompilerMessage(text, exercise: exercise).firstError)
    }
    try inspect(folder.appending(path: Self.object), findsRaces: findsRaces)
    let program = folder.appending(path: "built/program")
    try runner.workspace.fill {
      // Every user can execute it, whatever the mask of the grader's user.
      for place in [folder.path, folder.path + "/built", program.path] {
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: place)
      }
      try Data(result.errors).write(to: Self.warnings(of: program))
    }
    return program
  }

  /// Removes an object file. Throws if it defines anything outside the learner's module.
  private func inspect(_ object: URL, findsRaces: Bool) throws(CompilerError) {
    defer { runner.workspace.remove(object) }
    guard let bytes = FileManager.default.contents(atPath: object.path),
      let file = ObjectFile(Array(bytes))
    else {
      throw CompilerError(
        message: "error: The compiler wrote no object file that can be inspected.")
    }
    let intrusion = file.intrusion(
      outside: Self.module, allowsInitialisers: findsRaces || Toolchain.isUnderThreadSanitizer)
    guard let intrusion else { return }
    throw CompilerError(message: "error: The compiled file \(intrusion): no exercise needs that.")
  }

  private static let module = "Exercise"
  private static let object = "Exercise.o"

  private func command(
    in folder: URL, findingRaces findsRaces: Bool, isRelease: Bool
  ) -> ChildCommand {
    let features = ["ExistentialAny", "InternalImportsByDefault", "MemberImportVisibility"]
    let settings = [
      "-swift-version", "6", "-wmo", isRelease ? "-O" : "-Onone", "-parse-as-library",
      "-module-name", Self.module,
      "-output-file-map", "outputs.json",
      "-diagnostic-style", "llvm", "-strict-memory-safety",
      "-I", modules.path, "-I", package.url.appending(path: "Sources/CSQLite/include").path,
      "-module-cache-path", moduleCache.path,
    ]
    let sanitizer = findsRaces || Toolchain.isUnderThreadSanitizer ? ["-sanitize=thread"] : []
    // On macOS, the compiler would also write a dSYM bundle.
    let lines = findsRaces || toolchain.symbolizer != nil ? ["-gline-tables-only"] : []
    var environment = ProcessInfo.processInfo.environment
    // The compiler leaves folders there after an error.
    environment["TMPDIR"] = folder.path
    return ChildCommand(
      program: toolchain.compiler,
      arguments: settings + Self.linking + features.flatMap { ["-enable-upcoming-feature", $0] }
        + sanitizer + lines
        + ["Exercise.swift", "Main.swift"] + objects + ["-o", "built/program"],
      environment: environment)
  }

  /// Links SQLite as in `Package.swift`. On Linux, `lld` takes half as long as the default linker.
  #if os(Linux)
    private static let linking = ["-l:libsqlite3.so.0", "-use-ld=lld"]
  #else
    private static let linking = ["-lsqlite3"]
  #endif

  /// Starts the compiler in the folder, so that the paths in its messages are relative. It ends
  /// with its children if the grader is killed: at once in a namespace, otherwise at the limit.
  private func started(_ command: ChildCommand, in folder: URL) -> ChildCommand {
    let family = IsolationProbe.ofThisMachine.entry.map { ["family", $0.rawValue] } ?? []
    let seconds = Int(Limits.compiler.cpuSeconds) + 1
    return ChildCommand(
      program: BuildFolder.beside.starter,
      arguments: ["folder", folder.path, "limit", "cpu", "\(seconds)"] + family
        + ["--", command.program] + command.arguments,
      environment: command.environment)
  }
}

extension Exercise {
  /// The entry point of a program, which runs the scene with the learner's type.
  package var mainFile: String {
    let play = isGradedByTeacher ? "_ = \(name).self" : "\(type(of: reference)).play()"
    return """
      import Exercising

      /// Runs the grader's script with the type in `Exercise.swift`.
      @main enum Program {
        static func main() {
          \(play)
        }
      }

      """
  }
}
