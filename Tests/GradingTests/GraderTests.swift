import Foundation
import Testing

@testable import Grading

@Test func trial() throws {
  let root = try #require(PackageFolder(around: URL(filePath: #filePath)))
  let grader = Grader(package: root)
  let exercise = Exercise.publishSubject
  let result = grader.grade([
    .init(exercise, file: root.solution(exercise)), .init(exercise, file: root.stub(exercise)),
    .init(exercise, file: root.alternatives(exercise).appending(path: "Dictionary.swift")),
    .init(exercise, file: root.alternatives(exercise).appending(path: "Places.swift")),
    .init(exercise, file: root.main(exercise)),
  ])
  for exercise in result.exercises {
    print(exercise.verdict, exercise.score, exercise.message ?? "", exercise.seconds)
    for check in exercise.checks { print("  ", check.verdict, check.explanation) }
  }
  print(result.seconds, result.toolchain)
}

@Test func verifying() throws {
  let root = try #require(PackageFolder(around: URL(filePath: #filePath)))
  let result = Verification(package: root).run()
  for finding in result.findings {
    print(finding.subject, finding.name, finding.isGood, finding.trouble)
  }
  print(result.seconds, result.survivors)
}

@Test func timing() throws {
  let root = try #require(PackageFolder(around: URL(filePath: #filePath)))
  let clock = ContinuousClock()
  let t0 = clock.now
  let runner = ChildRunner()
  let workspace = Workspace()
  let toolchain = try #require(Toolchain.current)
  print(IsolationProbe.ofThisMachine); print("toolchain", clock.now - t0)
  let compiler = try Compiler(toolchain, package: root, build: .beside, workspace: workspace, runner: runner)
  let desk = Desk(package: root, compiler: compiler, workspace: workspace, runner: runner, isolation: try Isolation(nil, toolchain: toolchain, package: root, workspace: workspace), limits: .init())
  for _ in 0..<3 {
    let t1 = clock.now
    guard case .program(let program) = try compiler.compile(String(contentsOf: root.solution(.publishSubject), encoding: .utf8), for: .publishSubject) else { return }
    print("compile", clock.now - t1)
    for _ in 0..<3 {
    let t2 = clock.now
    _ = try desk.judge(program, Script(lines: ["subscribe ann", "next 1"]), of: .publishSubject)
    print("run", clock.now - t2)
    }
  }
  workspace.remove()
}
