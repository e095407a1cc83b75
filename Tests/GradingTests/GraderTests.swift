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
