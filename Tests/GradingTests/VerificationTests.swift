import Concurrency
import Exercising
import Foundation
import TestSupport
import Testing

@testable import Grading

@Suite(.blocking)
struct `The workbook, when it verifies itself,` {
  let submission: SubmittedFolder
  let package: PackageFolder
  /// Its script depends on the seed.
  let exercise = Exercise.standIn(
    [
      Check("It sends", points: 1) { random in
        Script("subscribe ann")
        random.one(of: Script("subscribe ann", "next 2"), Script("subscribe ann", "complete"))
      }
    ],
    misconceptions: [
      Misconception("sends-nothing") { $0.actual.isEmpty },
      Misconception("sends-late") { _ in true },
    ])

  /// Creates a package with a copy of PublishSubject.
  init() throws {
    submission = try SubmittedFolder()
    package = PackageFolder(submission.folder)
    try URL.testedPackage.copy(
      ["Package.swift", exercise.folder, exercise.authorsFolder, "Sources/CSQLite"], to: package.url
    )
    try FileManager.default.createDirectory(
      at: package.alternatives(exercise), withIntermediateDirectories: true)
  }

  /// The first seed with which the last step of the script has a verb.
  private func seed(of verb: String) throws -> UInt64 {
    try #require(
      (1...20).first { seed in
        var generator = SeededGenerator(seed: seed, exercise: exercise.name, check: 0)
        return exercise.checks[0].scripts(&generator)[1].steps[1].verb == verb
      })
  }

  @Test
  func `reports each problem, also one that only one of the seeds shows`() throws {
    let seeds = [try seed(of: "next"), try seed(of: "complete")]
    try write(
      """
      Wrong: forgets-the-end
      @@
      -import Exercising
      +import Exercising
      +import Foundation
      @@
      -    guard end == nil else { return }
      +    Thread.sleep(forTimeInterval: 0.7)
      @@
      -      end = signal
      Wrong: sends-nothing
      @@
      -      if end == nil || end == signal { observer.handler?(signal) }
      +      _ = observer
      Wrong: sends-no-values
      Shows also: sends-nothing
      @@
      -      if end == nil || end == signal { observer.handler?(signal) }
      +      if case .next = signal { continue }
      +      if end == nil || end == signal { observer.handler?(signal) }
      Wrong: works-once-in-a-process
      @@
      -  init() {}
      +  nonisolated(unsafe) static var count = 0
      +  init() { Self.count += 1; end = Self.count == 1 ? nil : .completed }
      Wrong: is-no-code
      @@
      -final class PublishSubject: SubjectRequirements {
      +final PublishSubject: SubjectRequirements {
      Misconception: sends-nothing
      @@
      -      if end == nil || end == signal { observer.handler?(signal) }
      +      _ = observer
      """, to: package.mistakes(exercise))
    let alternatives = package.alternatives(exercise)
    try write(
      try String(contentsOf: package.stub(exercise), encoding: .utf8),
      to: alternatives.appending(path: "Stub.swift"))
    try write("", to: alternatives.appending(path: ".DS_Store"))
    let solution = try String(contentsOf: package.solution(exercise), encoding: .utf8)
    try write(
      "import Foundation\n\(solution)private let hasHome = getenv(\"HOME\") != nil\n",
      to: alternatives.appending(path: "Home.swift"))
    let progress = Locked<[[Int]]>([])
    let result = Verification(package: package, seeds: seeds).run(
      [exercise], graded: { _, done, count in progress.withLock { $0.append([done, count]) } })
    let files = result.findings.count { ![.task, .inventory].contains($0.subject) }
    #expect(progress.withLock { $0.sorted { $0[0] < $1[0] } } == (0...files).map { [$0, files] })
    let bad = result.findings.filter { !$0.isGood }
      .map { "\($0.subject.rawValue) \($0.name): \($0.problem)" }
    #expect(
      bad == [
        "alternative Home.swift: A person would have to read line "
          + "\(solution.split(separator: "\n", omittingEmptySubsequences: false).count + 1): "
          + "private let hasHome = getenv(\"HOME\") != nil",
        "alternative Stub.swift: With seed \(seeds[0]): 1.1 After “next 2”, expected “ann next(2)”; "
          + "actual: nothing.",
        "wrong variant forgets-the-end: With seed \(seeds[0]): it passes.",
        "wrong variant sends-nothing: With seed \(seeds[0]): it gets the help of “sends-nothing”. "
          + "After “next 2”, expected “ann next(2)”; actual: nothing.",
        "wrong variant sends-no-values: With seed \(seeds[1]): it passes.",
        "wrong variant works-once-in-a-process: With seed \(seeds[0]): it passes.",
        "wrong variant is-no-code: \(exercise.folder)/Exercise.swift:4:1: error: "
          + "expressions are not allowed at the top level\nfinal PublishSubject: SubjectRequirements {\n^",
        "task : A hint's link does not lead to a page in Docs: "
          + "../../../../Docs/Subjects.md#publish-subject",
      ])
    #expect(
      result.survivors
        == ["forgets-the-end", "sends-no-values", "works-once-in-a-process"].map {
          "PublishSubject: \($0)"
        })
    #expect(result.wrongCount == 5)
    #expect(!result.isGood)
  }

  @Test(arguments: [
    ("-a\n", "No variant shows the misconception “sends-late”."),
    ("-a\nMisconception: sends-late\n@@\n-a\n", "The misconception “sends-late” has no help."),
    (
      "-a\nMisconception: sends-late\nThink.\n@@\n-a\nMisconception: odd\nThink.\n@@\n-a\n",
      "The catalog has no misconception “odd”."
    ),
  ])
  func `reports a misconception without a variant, help or entry`(
    rest: String, problem: String
  ) throws {
    try URL.testedPackage.copy(["Docs", "Sources/Exercises/Subjects/Shared"], to: package.url)
    try write("Misconception: sends-nothing\nThink.\n@@\n\(rest)", to: package.mistakes(exercise))
    let verifier = ExerciseVerifier(exercise: exercise, package: package, seeds: [1])
    #expect(verifier.task().problem == problem)
  }

  @Test
  func `names a step without a form, and an example that the scene refuses`() throws {
    try URL.testedPackage.copy(["Docs", "Sources/Exercises/Subjects/Shared"], to: package.url)
    func problem(_ line: String) -> String {
      let exercise = Exercise(
        "PublishSubject", chapter: "Subjects", title: Exercise.publishSubject.title,
        solution: MisdescribedScene.self, checks: [Check("It sends", lines: [line])])
      return ExerciseVerifier(exercise: exercise, package: package, seeds: [1]).task().problem
    }
    #expect(problem("jump high") == "The scene's `forms` do not include the step “jump high”.")
    #expect(
      problem("start 1")
        == "The example “stop” of the scene's `forms` cannot be played: no step is called “stop”.")
  }

  @Test
  func `names a file that it cannot read, and grades the others`() throws {
    try FileManager.default.removeItem(at: package.alternatives(exercise))
    let reading = { (file: URL, reason: String) in
      "Repair or restore “\(file.path)”, which cannot be read: \(reason)"
    }
    let task = ExerciseVerifier(exercise: exercise, package: package, seeds: [1]).task
    var (expected, actual) = ([String](), [String]())
    func change(_ file: URL, _ content: Data?, _ reason: String) throws {
      let before = try Data(contentsOf: file)
      try FileManager.default.removeItem(at: file)
      try content?.write(to: file)
      expected.append(reading(file, reason))
      actual.append(task().problem)
      try before.write(to: file)
    }
    let (hints, missing) = (package.hints(exercise), "No such file or directory.")
    try change(package.task(exercise), nil, missing)
    try change(hints, Data([0xFF]), "It is not UTF-8.")
    try change(hints, Data("# Hints\n".utf8), "The page needs three hints and has 0.")
    #expect(actual == expected)
    try URL.testedPackage.copy(["Docs", "Sources/Exercises/Subjects/Shared"], to: package.url)
    let mistakes = package.mistakes(exercise)
    try write("\u{FEFF}Wrong: marked\n@@\n-a\n", to: mistakes)
    #expect(try Mistakes(file: mistakes).wrong.map(\.name) == ["marked"])
    try FileManager.default.removeItem(at: mistakes)
    let findings = Verification(package: package, seeds: [1]).run([exercise]).findings
      .filter { $0.subject != .inventory }
    #expect(findings.map(\.subject) == [.stub, .solution, .task])
    #expect(findings.map(\.problem) == ["", "", reading(mistakes, missing)])
  }

  @Test
  func `refuses a variant whose lines are not in the solution`() throws {
    try write("Wrong: odd\n@@\n-nowhere\n", to: package.mistakes(exercise))
    try write("", to: package.alternatives(exercise).appending(path: "Other.swift"))
    let findings = Verification(package: package).run([exercise]).findings
    #expect(
      findings.map(\.problem) == [
        "The variant “odd” has to find its lines once and finds them 0 times: “nowhere”"
      ])
  }

  @Test(.exitTest, .enabled(if: geteuid() == 0, "needs root"))
  func `reports that the later seeds cannot be graded`() async {
    await #expect(processExitsWith: .success) {
      let test = try `The workbook, when it verifies itself,`()
      let exercise = Exercise.standIn([
        Check("It ends", lines: ["subscribe ann", "complete"], crash: "gone")
      ])
      let solution = test.package.solution(exercise)
      let text = try String(contentsOf: solution, encoding: .utf8).replacing(
        "    guard end == nil else",
        with: "    if signal == .completed { fatalError(\"gone\") }\n    guard end == nil else")
      try test.write(text, to: solution)
      try test.write("", to: test.package.mistakes(exercise))
      // Without it, only the solution is compiled.
      try FileManager.default.removeItem(at: test.package.stub(exercise))
      // The first seed runs in namespaces. The other runs as a user who cannot enter the folder.
      let closed = test.submission.folder.appending(path: "closed").path
      #expect(mkdir(closed, 0o700) == 0)
      setenv("TMPDIR", closed, 1)
      let findings = Verification(package: test.package, seeds: [1, 2]).run([exercise]).findings
      let problem = findings.first { $0.subject == .solution }?.problem
      #expect(problem?.contains("run `chmod o+x '\(closed)'`") == true)
    }
  }

  @Test
  func `reports an omission, also of an exercise that is not in the catalog`() throws {
    try write("let exercises = []", to: package.url.appending(path: "Package.swift"))
    try write(
      "", to: package.url.appending(path: "Chapters/DDA/Exercises/Unknown/Exercise.swift"))
    let result = Verification(package: package).run([])
    let problems = Set(result.findings.map { "\($0.exercise): \($0.problem)" })
    #expect(
      problems.contains(
        "Unknown: It is not in the catalog: Sources/Grading/Catalog/Catalog.swift."))
    #expect(!result.isGood)
  }

  private func write(_ text: String, to file: URL) throws { try file.write(text) }
}

private struct MisdescribedScene: Scene {
  static let forms: StepForms = ["start 1; stop": nil]

  mutating func take(_ step: Step, _ events: Events) throws(SceneFailure) {
    if step.verb != "start" { throw step.unknown }
  }
}
