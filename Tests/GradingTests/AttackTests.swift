import Concurrency
import Foundation
import Loopback
import Processes
import TestSupport
import Testing

@testable import Grading

/// Each attack replaces PublishSubject's `Exercise.swift`. No attack runs in the test process.
@Suite(.blocking)
struct `An attack` {
  static let attacks = Attack.onItself + Attack.onMachine + Attack.onVerdict

  @Test(.enabled(if: AttackRange.isPossible, "the attacks are written for Linux"))
  func `earns no points, ends in time, and leaves no process`() throws {
    let range = try AttackRange(Self.attacks)
    for level in AttackRange.levels {
      // The levels differ only in how they protect the machine.
      let isStrongest = level == AttackRange.levels.last
      let attacks = Self.attacks.filter {
        $0.needs <= level && (isStrongest || $0.target == .machine)
      }
      let hits = try range.run(attacks, at: level)
      let unexpected = zip(attacks, hits).filter { !$0.verdicts.contains($1.verdict) }
        .map { "\($0.name): \($1)" }
      #expect(unexpected == [], "\(level)")
      #expect(hits.reduce(0) { $0 + $1.score } == 0, "\(level)")
      try range.awaitEndOfPrograms()
      guard level >= Attack.confined else { continue }
      #expect(try range.changes() == [], "\(level)")
      let signs = ["final class", "connected", "hoarded", "found"]
      #expect(hits.filter { hit in signs.contains(where: hit.output.contains) } == [], "\(level)")
    }
  }

  @Test(.enabled(if: AttackRange.isPossible, "the attacks are written for Linux"))
  func `on any exercise or rung earns no points, and is never the grader's error`() throws {
    let results = try AttackedCourse().run()
    #expect(results.filter { !$0.attack.verdicts.contains($0.verdict) }.map { "\($0)" } == [])
    #expect(Set(results.map(\.exercise)).count == 30)
    #expect(Set(results.map(\.attack)) == Set(ExerciseAttack.allCases))
  }
}

/// An attack, the possible verdicts of its first check, and the weakest isolation at which it may
/// run. The checks after the first are blocked.
struct Attack: Sendable {
  let name: String
  let verdicts: Set<Verdict>
  let needs: IsolationLevel
  let target: Target
  /// The attack's file, with placeholders.
  let source: String

  enum Target {
    /// Its own process, or its verdict.
    case itself
    /// Files, memory, other processes, the network.
    case machine
  }

  /// Low limits for attacks that would exhaust any limit.
  var limits: Limits {
    var limits = Limits()
    if verdicts.contains(.timeout) { (limits.cpuSeconds, limits.stallSeconds) = (0.1, 0.1) }
    return limits
  }

  /// The weakest level that protects other files and processes from a program.
  static let confined: IsolationLevel =
    getuid() == 0 && IsolationProbe.confinesFiles ? .processGroup : .namespaces

  /// Inserts the lines of an attack into a stub: declarations before the type, its first members,
  /// and the bodies of `subscribe` and `on`. The declarations may declare the type themselves.
  init(
    _ name: String, _ verdicts: Verdict..., on target: Target = .itself,
    needs: IsolationLevel = .processGroup, declares declarations: String = "",
    members: String = "", subscribing subscription: String = "return {}", does code: String = ""
  ) {
    self.name = name
    self.target = target
    self.verdicts = Set(verdicts)
    self.needs = needs
    source =
      "import Exercising\nimport Foundation\nimport Glibc\n\(declarations)\n"
      + (declarations.contains(" PublishSubject")
        ? ""
        : """
        final class PublishSubject: SubjectRequirements {
        \(members.contains("init()") ? members : "init() {}\n" + members)
        func on(_ signal: Signal) {
        \(code)
        }
        func subscribe(_ observer: @escaping (Signal) -> Void) -> () -> Void {
        \(subscription)
        }
        }
        """)
  }
}

/// The result of an attack.
struct Hit: Hashable, Sendable {
  /// The verdict of the first check, on which the other checks depend.
  let verdict: Verdict
  /// The points of all checks.
  let score: Int
  let explanation: String
  let output: String
}

/// A package that may be attacked: copies of the files that a grader needs, in a temporary folder.
final class AttackRange {
  /// Attacks, and the search for their traces, use `/proc`.
  static let isPossible = FileManager.default.fileExists(atPath: "/proc/self/environ")

  /// The levels that this machine allows.
  static let levels = IsolationLevel.allCases.filter { $0 <= IsolationProbe.ofThisMachine.level }

  private let temporary: TemporaryFolder
  private var outside: URL { temporary.url }
  private let package: PackageFolder
  private let workspace = Workspace()
  /// A server that an attack must not reach.
  private let server: LoopbackServer
  private let context: GradingContext
  private let before: [String: Data]
  /// The program that contains all attacks.
  private var program = URL(filePath: "/")

  init(_ attacks: [Attack]) throws {
    server = try LoopbackServer([:])
    temporary = try TemporaryFolder("attacked")
    package = PackageFolder(temporary.url.appending(path: "package"))
    try URL.testedPackage.copy(
      [Exercise.publishSubject.folder, "Sources/CSQLite", "Sources/Exercises"], to: package.url)
    try Data("// The workbook's own.\n".utf8).write(
      to: package.url.appending(path: "Package.swift"))
    context = try GradingContext(
      package: package, options: .init(), runner: ChildRunner(in: workspace))
    before = try Self.files(below: temporary.url)
    let sources = attacks.map { (name: $0.name, source: arm($0)) }
    program = try context.compiler.compile(Self.merged(sources), for: .publishSubject)
  }

  deinit { workspace.remove() }

  /// Grades each attack as a submission, two at a time.
  func run(_ attacks: [Attack], at level: IsolationLevel) throws -> [Hit] {
    let armed = try attacks.map { attack in
      (program: try program(of: attack), context: try context.with(level, limits: attack.limits))
    }
    return armed.concurrentMap(threads: 2) { program, context in
      let file = program.appendingPathExtension("swift")
      let grading = ExerciseGrading(attempt: .init(.publishSubject, file: file))
      let checks = grading.results(of: CompiledAttempt(program), in: context)
      return Hit(
        verdict: checks[0].verdict, score: checks.reduce(0) { $0 + $1.score },
        explanation: checks[0].explanation, output: checks[0].output)
    }
  }

  /// A link to the program with the attack's name, alone in a folder.
  private func program(of attack: Attack) throws -> URL {
    let copy = try workspace.folder(attack.name).appending(path: attack.name)
    try FileManager.default.linkItem(at: program, to: copy)
    return copy
  }

  /// One file with all attacks. The name of the running program selects the attack.
  private static func merged(_ attacks: [(name: String, source: String)]) -> String {
    let lines = attacks.flatMap { name, source in
      source.replacing("PublishSubject:", with: "\(name):").split(separator: "\n")
    }
    let isImport = { (line: Substring) in
      line.hasPrefix("import ") || line.hasPrefix("@preconcurrency import ")
    }
    let cases = attacks.map { "    case \"\($0.name)\": attack = \($0.name)()" }
    return (Set(lines.filter(isImport)).sorted() + lines.filter { !isImport($0) }).joined(
      separator: "\n")
        + """

        final class PublishSubject: SubjectRequirements {
          private let attack: any SubjectRequirements

          init() {
            switch CommandLine.arguments[0].split(separator: "/").last {
        \(cases.joined(separator: "\n"))
            default: fatalError("no attack has this name")
            }
          }

          func on(_ signal: Signal) { attack.on(signal) }

          func subscribe(_ observer: @escaping (Signal) -> Void) -> () -> Void {
            attack.subscribe(observer)
          }
        }

        """
  }

  /// The attack's file, with its placeholders filled.
  private func arm(_ attack: Attack) -> String {
    attack.source.replacing("$OUTSIDE", with: outside.path)
      .replacing("$PACKAGE", with: package.url.path).replacing("$GRADER", with: "\(getpid())")
      .replacing("$PORT", with: "\(server.address.port ?? 0)")
  }

  /// Waits until every program that a learner's program has started has ended. The wait fails if
  /// one was not killed.
  func awaitEndOfPrograms() throws(NeverHappened) {
    let mark = Data(workspace.id.utf8)
    try waiting(for: "the end of all that the attacks have started") {
      let isRunning = { (process: String) in
        FileManager.default.contents(atPath: "/proc/\(process)/environ")?.range(of: mark) != nil
      }
      while let all = try? FileManager.default.contentsOfDirectory(atPath: "/proc"),
        all.contains(where: { Int($0) != nil && isRunning($0) })
      { sched_yield() }
    }
  }

  /// Paths of files that have changed.
  func changes() throws -> [String] {
    let now = try Self.files(below: outside)
    return Set(now.keys).union(before.keys).filter { now[$0] != before[$0] }.sorted()
  }

  private static func files(below folder: URL) throws -> [String: Data] {
    let paths =
      FileManager.default.enumerator(atPath: folder.path)?
      .compactMap { $0 as? String } ?? []
    return paths.reduce(into: [:]) { files, path in
      files[path] = FileManager.default.contents(atPath: folder.appending(path: path).path)
    }
  }
}
