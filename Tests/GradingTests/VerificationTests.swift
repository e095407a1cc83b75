import Concurrency
import Exercising
import Foundation
import Testing

@testable import Grading

struct `The workbook, when it verifies itself,` {
  let submission: Submission
  let package: PackageFolder
  let exercise = Exercise.standIn(
    [Check("It sends", lines: ["subscribe ann", "next 2"])],
    misconceptions: [
      Misconception("sends-nothing", "Think of sending.") { $0.actual.isEmpty },
      Misconception("sends-late", "Think of time.") { _ in true },
    ])

  /// Creates a package with a copy of PublishSubject.
  init() throws {
    submission = try Submission()
    package = PackageFolder(submission.folder)
    try PackageFolder.tested.copy(
      [exercise.folder, exercise.authorsFolder, exercise.alternatives, "Sources/CSQLite"],
      to: package)
    try FileManager.default.copyItem(
      at: PackageFolder.tested.url.appending(path: "Package.swift"),
      to: package.url.appending(path: "Package.swift"))
  }

  @Test
  func `reports each problem`() throws {
    try write(
      """
      Wrong: forgets-the-end
      @@
      -      end = signal
      Wrong: sends-nothing
      @@
      -      if end == nil || end == signal { observer.handler?(signal) }
      +      _ = observer
      Wrong: sends-nothing-at-all
      Shows also: sends-nothing
      @@
      -      if end == nil || end == signal { observer.handler?(signal) }
      +      _ = observer
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
    try FileManager.default.removeItem(at: alternatives.appending(path: "Entries.swift"))
    try write(
      try String(contentsOf: package.stub(exercise), encoding: .utf8),
      to: alternatives.appending(path: "Stub.swift"))
    let solution = try String(contentsOf: package.solution(exercise), encoding: .utf8)
    try write(
      "import Foundation\n\(solution)private let hasHome = getenv(\"HOME\") != nil\n",
      to: alternatives.appending(path: "Home.swift"))
    let progress = Locked<[[Int]]>([])
    let result = Verification(package: package, seeds: [1, 2]).run(
      [exercise], graded: { _, done, count in progress.withLock { $0.append([done, count]) } })
    let files = result.findings.count { ![.task, .inventory].contains($0.subject) }
    let counts = progress.withLock { $0.sorted { $0[0] < $1[0] } }
    #expect(counts == (0...files).map { [$0, files] })
    let bad = result.findings.filter { !$0.isGood }
      .map { "\($0.subject.rawValue) \($0.name): \($0.problem)" }
    #expect(
      bad == [
        "alternative Home.swift: A person would have to read line "
          + "\(solution.split(separator: "\n", omittingEmptySubsequences: false).count + 1): "
          + "private let hasHome = getenv(\"HOME\") != nil",
        "alternative Stub.swift: With seed 1: 1.1 After “next 2”, expected “ann next(2)”; "
          + "actual: nothing.",
        "wrong variant forgets-the-end: With seed 1: it passes.",
        "wrong variant sends-nothing: With seed 1: it gets the help of “sends-nothing”. "
          + "After “next 2”, expected “ann next(2)”; actual: nothing.",
        "wrong variant is-no-code: \(exercise.folder)/Exercise.swift:4:1: error: "
          + "expressions are not allowed at the top level\nfinal PublishSubject: SubjectRequirements {\n^",
        "task : A hint's link does not lead to a page in Docs: "
          + "../../../../Docs/Subjects.md#publish-subject",
      ])
    #expect(result.survivors == ["PublishSubject: forgets-the-end"])
    #expect(result.wrongCount == 4)
    #expect(!result.isGood)
  }

  @Test
  func `finds a variant that keeps its points with one of the seeds`() throws {
    let lucky = Exercise(
      "PublishSubject", chapter: "Subjects", title: exercise.title,
      solution: { Exercise.publishSubject.reference },
      checks: [
        Check("It sends", points: 1) { random in
          // The decisive step is missing from some scripts.
          random.one(of: Script("subscribe ann", "next 2"), Script("subscribe ann", "complete"))
        }
      ], misconceptions: exercise.misconceptions)
    try write(
      """
      Wrong: sends-no-values
      Shows also: sends-nothing
      @@
      -      if end == nil || end == signal { observer.handler?(signal) }
      +      if case .next = signal { continue }
      +      if end == nil || end == signal { observer.handler?(signal) }
      """, to: package.mistakes(exercise))
    let options = Grader.Options()
    let drawn = (UInt64(1)...20).map { seed in
      var generator = SeededGenerator(seed: seed, exercise: lucky.name, check: 0)
      return lucky.checks[0].scripts(&generator)[0].steps[1].verb
    }
    let first = try #require(drawn.firstIndex(of: "complete"))
    #expect(drawn.contains("next"))
    let result = Verification(package: package, options: options).run([lucky])
    let problem = result.findings.first { $0.subject == .wrong }?.problem
    #expect(problem == "With seed \(first + 1): it passes.")
  }

  @Test
  func `refuses a variant whose lines are not in the solution`() throws {
    try write("Wrong: odd\n@@\n-nowhere\n", to: package.mistakes(exercise))
    let findings = Verification(package: package).run([exercise]).findings
    #expect(
      findings.map(\.problem) == [
        "The variant “odd” has to find its lines once and finds them 0 times: “nowhere”"
      ])
  }

  @Test
  func `reports an omission, also of an exercise that is not in the catalog`() throws {
    try write("let exercises = []", to: package.url.appending(path: "Package.swift"))
    let unknown = package.url.appending(path: "Chapters/DDA/Exercises/Unknown")
    try FileManager.default.createDirectory(at: unknown, withIntermediateDirectories: true)
    try write("", to: unknown.appending(path: "Exercise.swift"))
    let result = Verification(package: package).run([])
    let problems = Set(result.findings.map { "\($0.exercise): \($0.problem)" })
    #expect(
      problems.contains(
        "Unknown: It is not in the catalog: Sources/Grading/Catalog/Catalog.swift."))
    #expect(!result.isGood)
  }

  private func write(_ text: String, to file: URL) throws { try Data(text.utf8).write(to: file) }
}
