internal import Foundation

/// Makes a program of a learner's file, with the compiler itself: a seventh of a second, where SwiftPM needs half of one.
struct Compiler: Sendable {
  enum Outcome: Sendable {
    case program(URL)
    /// The first error, with the file's path in the package and the line.
    case error(String)
  }

  private let toolchain: Toolchain
  private let package: PackageFolder
  private let build: BuildFolder
  private let workspace: Workspace
  private let runner: ChildRunner
  private let objects: [String]
  private let modules: URL

  /// - Throws: ``Trouble`` when something is not built or the workspace cannot be written.
  init(
    _ toolchain: Toolchain, package: PackageFolder, build: BuildFolder, workspace: Workspace,
    runner: ChildRunner
  ) throws(Trouble) {
    self.toolchain = toolchain
    self.package = package
    self.build = build
    self.workspace = workspace
    self.runner = runner
    objects = build.built.flatMap { build.objects($0) }
    guard build.built.contains("Exercising"), !objects.isEmpty else {
      throw Trouble(
        "“\(build.url.path)” holds no module Exercising: run `swift build` in the workbook.")
    }
    modules = try workspace.folder("modules")
    for library in build.built {
      try workspace.link(build.module(library), in: modules)
    }
  }

  /// Compiles a file's text in place of the exercise's own file; blocks.
  func compile(_ source: String, for exercise: Exercise) throws(Trouble) -> Outcome {
    let folder = try workspace.folder("program")
    try workspace.write(source, to: folder.appending(path: "Exercise.swift"))
    let ending = try runner.run(command(exercise, in: folder), limits: .compiler)
    switch ending.cause {
    case .exit(0): return .program(folder.appending(path: "built/program"))
    case .cancelled: throw Trouble("The grading was cancelled.")
    case .late: return .error("The compiler was not done after a minute.")
    default:
      let said = String(decoding: ending.errors + ending.output, as: UTF8.self)
      return .error(CompilerMessage(said, exercise: exercise).firstError)
    }
  }

  private func command(_ exercise: Exercise, in folder: URL) -> Command {
    let features = ["ExistentialAny", "InternalImportsByDefault", "MemberImportVisibility"]
    let settings = [
      "-swift-version", "6", "-wmo", "-Onone", "-parse-as-library", "-module-name", "Exercise",
      "-I", modules.path, "-I", package.url.appending(path: "Sources/CSQLite").path,
    ]
    let sanitizer = Toolchain.isUnderThreadSanitizer ? ["-sanitize=thread"] : []
    return Command(
      program: "/bin/sh",
      arguments: ["-c", Self.script, folder.path, toolchain.compiler] + settings
        + features.flatMap { ["-enable-upcoming-feature", $0] } + sanitizer
        + ["Exercise.swift", package.main(exercise).path] + objects + ["-o", "built/program"],
      environment: ProcessInfo.processInfo.environment)
  }

  /// The folder is the compiler's own, so that the paths in its messages are relative.
  private static let script = #"cd "$0" && mkdir -m 755 built && exec "$@""#
}
