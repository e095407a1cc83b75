import Foundation
import Processes
import TestSupport
import Testing

@testable import Grading

/// The worked example of Docs/Teaching.md, whose blocks are the files of two copies.
@Suite(.blocking)
struct `An exercise of one's own` {
  private static let path = "Docs/Teaching.md"
  private static let authors = "Sources/Exercises/Subjects/Countdown"
  private let submission: Submission
  private let text: String
  /// The files of the example, by their paths.
  private let files: [String: String]

  init() throws {
    let text = try #require(URL.testedPackage.appending(path: Self.path).text)
    let blocks = text.matches(of: /(?m)^`(\S+)`:\n\n```text\n((?:.*\n)*?)```$/)
    files = Dictionary(uniqueKeysWithValues: blocks.map { (String($0.1), String($0.2)) })
    self.text = text
    submission = try Submission()
  }

  /// Writes the files of a copy, and its lists.
  private func copy(_ name: String, _ paths: [String]) throws -> PackageFolder {
    let root = submission.place(name)
    for path in paths { try root.appending(path: path).write(try #require(files[path])) }
    let package = PackageFolder(root)
    try URL.testedPackage.copy(["Docs", "Sources/CSQLite"], to: package.url)
    let manifest = try #require(URL.testedPackage.appending(path: "Package.swift").text)
    try root.appending(path: "Package.swift").write(
      manifest.replacing(#""Broadcast"]"#, with: #""Broadcast", "Countdown"]"#))
    try FileManager.default.copyItem(
      at: root.appending(path: "\(Self.authors)/Stub.swift"),
      to: root.appending(path: "Chapters/Subjects/Exercises/Countdown/Exercise.swift"))
    return package
  }

  @Test
  func `is graded in the teacher's copy`() throws {
    let package = try copy("teachers", Array(files.keys))
    let catalog = URL.testedPackage.appending(path: "Sources/Grading/Catalog/Catalog.swift").text
    let program = try author(of: package)
    let ending = try BuiltProgram(at: program).run([package.url.path])
    #expect(catalog?.contains(" .broadcast,\n") == true)
    #expect(ending.errors == "")
    #expect(
      ending.output == """
        task ok
        stub 0 of 5
        solution 5 of 5
        List.swift 5 of 5
        skips-the-start 0 of 5
        leaves-out-zero 3 of 5
        stands-still 0 of 5
        counts-below-zero 3 of 5: A number is below zero. Where does your code look for the end?

        """)
  }

  @Test
  func `is compiled in the learners' copy, and graded by the teacher`() throws {
    let learners = files.keys.filter {
      $0.hasPrefix("Chapters/") || $0.hasSuffix("Scene.swift") || $0.hasSuffix("Stub.swift")
    }
    let package = try copy("learners", learners.sorted())
    let exercise = Exercise(
      "Countdown", gradedByTeacherIn: "Subjects", title: "Down to zero, and no further")
    let workspace = Workspace()
    defer { workspace.remove() }
    let context = try GradingContext(
      package: package, options: .init(), runner: ChildRunner(in: workspace))
    let scene = try #require(files["\(Self.authors)/CountdownScene.swift"])
    let main = "public " + exercise.mainFile + scene
    let text = try #require(files["\(Self.authors)/CountdownSolution.swift"])
    let program = try context.compiler.compile(text, for: exercise, main: main)
    let result = ExerciseGrading(attempt: .init(exercise, text: .success(text)))
      .results(of: program, in: context)
    let missing = ExerciseInventory(package: package, catalog: [exercise]).findings
      .filter { $0.exercise == exercise.name }
    #expect(
      text != files["\(Self.authors)/Stub.swift"]
        && self.text.contains(
          #"""
          Exercise("Countdown", gradedByTeacherIn: "Subjects", title: "Down to zero, and no further"),
          """#)
    )
    #expect(result.map(\.name) == ["The file compiles, and your teacher grades it"])
    #expect(result.map(\.verdict) == [.pass])
    #expect(missing == [])
    #expect(throws: CompilerError.self) {
      try context.compiler.compile(
        text.replacing("func next", with: "func following")
          .replacing("Requirements {", with: "Requirements {  // Not the stub's line."),
        for: exercise, main: main)
    }
  }

  /// Compiles the example's checks and solution against the built modules, in a folder of links to
  /// them.
  private func author(of package: PackageFolder) throws -> URL {
    let build = BuildFolder.beside.url
    let beside = submission.place("built")
    try FileManager.default.createDirectory(at: beside, withIntermediateDirectories: true)
    // Not the cache, whose files contain its path.
    for name in try FileManager.default.contentsOfDirectory(atPath: build.path)
    where name != "ModuleCache" {
      try FileManager.default.createSymbolicLink(
        at: beside.appending(path: name), withDestinationURL: build.appending(path: name))
    }
    let imports = "@testable import Exercising\n@testable import Grading\n"
    var sources = ["Main.swift": Self.main]
    for part in ["Scene", "Checks", "Solution"] {
      let name = "Countdown\(part).swift"
      sources[name] =
        imports
        + (try #require(files["\(Self.authors)/\(name)"]))
        .replacing("internal import Exercising\n", with: "").replacing(
          "import Exercising\n\n", with: "\n")
    }
    let folder = submission.place("author")
    for (name, text) in sources { try folder.appending(path: name).write(text) }
    let modules = [
      "Concurrency", "Exercising", "Grading", "Markdown", "Processes", "SQLite", "Terminal",
    ]
    #if os(Linux)
      let linking = ["-l:libsqlite3.so.0", "-use-ld=lld"]
    #else
      let linking = ["-lsqlite3"]
    #endif
    let program = beside.appending(path: "author")
    let ending = try BuiltProgram(at: URL(filePath: try Toolchain.current().compiler)).run(
      [
        "-swift-version", "6", "-wmo", "-Onone", "-parse-as-library", "-module-name", "Author",
        "-module-cache-path", build.appending(path: "ModuleCache").path,
        "-I", build.appending(path: "Modules").path,
        "-I", PackageFolder.tested.url.appending(path: "Sources/CSQLite/include").path,
      ] + linking + (ThreadSanitizer.isOn ? ["-sanitize=thread"] : [])
        + sources.keys.sorted().map { folder.appending(path: $0).path }
        + modules.flatMap { BuildFolder.beside.objects($0) } + ["-o", program.path],
      environment: ["TMPDIR": folder.path])
    try #require(ending.status == 0, "\(ending.output)\(ending.errors)")
    return program
  }

  /// Verifies the task, and grades each file of the author.
  private static let main = ##"""
    import Foundation
    @testable import Grading
    @testable import Processes

    @main enum Author {
      static func main() throws {
        let package = PackageFolder(URL(filePath: CommandLine.arguments[1]))
        let exercise = Exercise.countdown
        let verifier = ExerciseVerifier(exercise: exercise, package: package, seeds: [1])
        let problems = ExerciseInventory(package: package, catalog: [exercise]).findings
          .filter { $0.exercise == exercise.name }.map(\.problem) + [verifier.task().problem]
        let problem = problems.filter { !$0.isEmpty }.joined(separator: " ")
        print("task \(problem.isEmpty ? "ok" : problem)")
        let workspace = Workspace()
        defer { workspace.remove() }
        let context = try GradingContext(
          package: package, options: .init(), runner: ChildRunner(in: workspace))
        func text(_ file: URL) throws -> String { try String(contentsOf: file, encoding: .utf8) }
        let scene = try text(
          package.url.appending(path: "\(exercise.authorsFolder)/CountdownScene.swift"))
        let solution = try text(package.solution(exercise))
        let list = package.alternatives(exercise).appending(path: "List.swift")
        let mistakes = try Mistakes(file: package.mistakes(exercise))
        let texts = try [
          ("stub", text(package.stub(exercise))), ("solution", solution), ("List.swift", text(list)),
        ] + (mistakes.wrong + mistakes.misconceptions).map { ($0.name, try $0.applied(to: solution)) }
        // One program has them all, and the name of a link to it selects one.
        let source = texts.indices.map {
          texts[$0].1.replacing("class Countdown:", with: "class Countdown\($0):")
        }
        let cases = texts.indices.map { "case \"\($0)\": CountdownScene<Countdown\($0)>.play()" }
        let main = """
          public import Exercising
          \(scene)
          @main enum Program {
            static func main() {
              switch CommandLine.arguments[0].split(separator: "/").last {
              \(cases.joined(separator: "\n"))
              default: break
              }
            }
          }
          """
        let program = try context.compiler.compile(
          source.joined(), for: exercise, main: main)
        for (index, (name, text)) in texts.enumerated() {
          let link = try workspace.folder("link").appending(path: "\(index)")
          try FileManager.default.linkItem(at: program, to: link)
          let attempt = Grader.Attempt(exercise, text: .success(text))
          let grading = ExerciseGrading(attempt: attempt)
          let result = grading.exerciseResult(grading.results(of: link, in: context))
          let shown = result.checks.compactMap(\.misconception).first
          let help = try shown.flatMap { try package.help(of: exercise)[$0] }
          print("\(name) \(result.score) of \(result.maximum)\(help.map { ": \($0)" } ?? "")")
        }
      }
    }
    """##
}
