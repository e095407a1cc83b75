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
  private let submission: SubmittedFolder
  private let text: String
  /// The files of the example, by their paths.
  private let files: [String: String]

  init() throws {
    let text = try #require(URL.testedPackage.appending(path: Self.path).text)
    let blocks = text.matches(of: /(?m)^`(\S+)`:\n\n```text\n((?:.*\n)*?)```$/)
    files = Dictionary(uniqueKeysWithValues: blocks.map { (String($0.1), String($0.2)) })
    self.text = text
    submission = try SubmittedFolder()
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
  func `has the text of Countdown.swift, which is compiled with these tests`() throws {
    let copied = URL.testedPackage.appending(path: "Tests/GradingTests/Countdown.swift").text
    let parts = [
      ("Scene", ""), ("Solution", "import Exercising\n\n"),
      ("Checks", "internal import Exercising\n\n"),
    ]
    let texts = try parts.map { part, imports in
      let text = try #require(files["\(Self.authors)/Countdown\(part).swift"])
      #expect(text.hasPrefix(imports + (part == "Checks" ? "extension" : "///")))
      return String(text.dropFirst(imports.count))
    }
    let head = """
      @testable public import Exercising
      @testable import Grading

      // The text of Docs/Teaching.md.


      """
    #expect(copied == head + texts.joined(separator: "\n"))
  }

  @Test
  func `is graded in the teacher's copy`() throws {
    let exercise = Exercise.countdown
    let package = try copy("teachers", Array(files.keys))
    let catalog = URL.testedPackage.appending(path: "Sources/Grading/Catalog/Catalog.swift").text
    let missing = ExerciseInventory(package: package, catalog: [exercise]).findings
      .filter { $0.exercise == exercise.name }
    let task = ExerciseVerifier(exercise: exercise, package: package, seeds: [1]).task()
    #expect(catalog?.contains(" .broadcast,\n") == true)
    #expect(missing == [])
    #expect(task.problem == "")
    let workspace = Workspace()
    defer { workspace.remove() }
    let context = try GradingContext(
      package: package, options: .init(), runner: ChildRunner(in: workspace))
    let solution = try package.solution(exercise).parsed { $0 }
    let mistakes = try Mistakes(file: package.mistakes(exercise))
    let list = package.alternatives(exercise).appending(path: "List.swift")
    let texts =
      try [
        ("stub", package.stub(exercise).parsed { $0 }), ("solution", solution),
        ("List.swift", list.parsed { $0 }),
      ] + (mistakes.wrong + mistakes.misconceptions).map { ($0.name, try $0.applied(to: solution)) }
    // One program has them all, and the name of a link to it selects one.
    let source = texts.indices.map {
      texts[$0].1.replacing("class Countdown:", with: "class Countdown\($0):")
    }
    let cases = texts.indices.map { "case \"\($0)\": CountdownScene<Countdown\($0)>.play()" }
    let program = try context.compiler.compile(
      source.joined(), for: exercise,
      main: """
        public import Exercising
        \(try #require(files["\(Self.authors)/CountdownScene.swift"]))
        @main enum Program {
          static func main() {
            switch CommandLine.arguments[0].split(separator: "/").last {
            \(cases.joined(separator: "\n"))
            default: break
            }
          }
        }
        """)
    let help = try package.help(of: exercise)
    let results = try texts.enumerated().map { index, text in
      let link = try workspace.folder("link").appending(path: "\(index)")
      try FileManager.default.linkItem(at: program, to: link)
      let grading = ExerciseGrading(attempt: .init(exercise, text: .success(text.1)))
      let result = grading.exerciseResult(grading.results(of: CompiledAttempt(link), in: context))
      let shown = result.checks.compactMap(\.misconception).first.flatMap { help[$0] }
      return "\(text.0) \(result.score) of \(result.maximum)\(shown.map { ": \($0)" } ?? "")"
    }
    #expect(
      results == [
        "stub 0 of 5", "solution 5 of 5", "List.swift 5 of 5", "skips-the-start 0 of 5",
        "leaves-out-zero 3 of 5", "stands-still 0 of 5",
        "counts-below-zero 3 of 5: A number is below zero. Where does your code look for the end?",
      ])
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
      .results(of: CompiledAttempt(program), in: context)
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
}
