import Exercising
import Foundation
import TestSupport
import Testing

@testable import Grading

struct `The inventory of exercises` {
  let submission: SubmittedFolder
  let package: PackageFolder
  let folder = Exercise.publishSubject.folder
  let authors = Exercise.publishSubject.authorsFolder

  init() throws {
    submission = try SubmittedFolder()
    package = PackageFolder(submission.folder)
    try URL.testedPackage.copy(
      [folder, authors, Exercise.publishSubject.alternatives], to: package.url)
    try write(
      #"let exercises = [(chapter: "Subjects", names: ["PublishSubject"])]"#, to: "Package.swift")
  }

  private func write(_ text: String, to path: String) throws {
    try package.url.appending(path: path).write(text)
  }

  private func remove(_ path: String) throws {
    try FileManager.default.removeItem(at: package.url.appending(path: path))
  }

  private var problems: [String] {
    ExerciseInventory(package: package, catalog: [.publishSubject]).findings
      .map { "\($0.exercise): \($0.problem)" }
  }

  @Test
  func `of this package is complete`() {
    #expect(ExerciseInventory(package: .tested).findings == [])
  }

  @Test
  func `reports the missing files of the learner and of the author`() throws {
    let files =
      ["Exercise.swift", "Task.md", "Hints.md"].map { "\(folder)/\($0)" }
      + ["Scene.swift", "Checks.swift", "Solution.swift"].map { "\(authors)/PublishSubject\($0)" }
      + ["\(authors)/Stub.swift", "\(authors)/Mistakes.diff"]
    #expect(problems == [])
    for file in files {
      let bytes = try Data(contentsOf: package.url.appending(path: file))
      try remove(file)
      #expect(problems == ["PublishSubject: \(file) is missing."])
      try bytes.write(to: package.url.appending(path: file))
    }
  }

  @Test
  func `reports missing list entries and folders`() throws {
    try write("let exercises = []", to: "Package.swift")
    try remove(Exercise.publishSubject.alternatives)
    try remove(authors)
    #expect(
      problems == [
        "PublishSubject: \(authors) is missing.",
        "PublishSubject: It is not in the list of exercises in Package.swift under Subjects.",
        "PublishSubject: \(Exercise.publishSubject.alternatives) holds no solution.",
      ])
  }

  @Test
  func `reports a folder, a solution and a list entry without an exercise`() throws {
    try write("", to: "Chapters/Subjects/Exercises/Unknown/Exercise.swift")
    try write("", to: "Sources/Exercises/Subjects/Lonely/Stub.swift")
    try write(
      #"let exercises = [(chapter: "Subjects", names: ["PublishSubject", "Listed"])]"#,
      to: "Package.swift")
    let catalog = "It is not in the catalog: Sources/Grading/Catalog/Catalog.swift."
    #expect(
      problems == [
        "Listed: Chapters/…/Exercises/Listed is missing.", "Listed: \(catalog)",
        "Listed: Sources/Exercises/…/Listed is missing.",
        "Lonely: Chapters/Subjects/Exercises/Lonely is missing.", "Lonely: \(catalog)",
        "Lonely: It is not in the list of exercises in Package.swift under Subjects.",
        "Unknown: \(catalog)", "Unknown: Sources/Exercises/Subjects/Unknown is missing.",
        "Unknown: It is not in the list of exercises in Package.swift under Subjects.",
      ])
  }
}

struct `The inventory of rungs` {
  let submission: SubmittedFolder
  let package: PackageFolder

  init() throws {
    submission = try SubmittedFolder()
    package = PackageFolder(submission.folder)
    try URL.testedPackage.copy(
      ["Chapters/Subjects/Rungs", "Sources/Exercises/Subjects"], to: package.url)
    try package.url.appending(path: "Package.swift").write(
      #"let rungs = [(chapter: "Subjects", names: ["WhichSubject"])]"#)
  }

  @Test
  func `reports what is missing, and needs no program of a prediction`() throws {
    let folder = "Sources/Exercises/Subjects"
    for name in ["SecondObserver/Stub.txt", "WhichSubject/Mistakes.diff"] {
      try FileManager.default.removeItem(at: package.url.appending(path: "\(folder)/\(name)"))
    }
    let rungs: [Exercise] = [.secondObserver, .whichSubject, .feed]
    let names = rungs.map(\.name)
    let problems = ExerciseInventory(package: package, catalog: rungs).findings
      .filter { names.contains($0.exercise) }.map(\.problem)
    #expect(
      problems == [
        "It is not in the list of exercises in Package.swift under Subjects.",
        "It is not in the list of predictions in Package.swift.",
        "\(folder)/SecondObserver/Stub.txt is missing.",
        "\(folder)/WhichSubject/Mistakes.diff is missing.",
      ])
  }
}

struct `A count in prose` {
  private static let words = [
    "no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven",
    "twelve", "thirteen", "fourteen", "fifteen",
  ]

  private static func number(_ word: Substring) -> Int? {
    Int(word) ?? words.firstIndex(of: word.lowercased())
  }

  /// The required number in each phrase. Only lines with the words are matched against the pattern,
  /// because searching for words is fast.
  private static var claims: [(words: String, pattern: Regex<(Substring, Substring)>, count: Int)] {
    let exercises = Catalog.exercises
    let chapters = Set(exercises.map(\.chapter)).count
    let points = exercises.reduce(0) { $0 + $1.maximum }
    return [
      ("exercises in all", /\b(\w+) (?:graded )?exercises in all/, exercises.count),
      ("exercises solved", /\bof (\d+) exercises solved/, exercises.count),
      ("known issues", /\b(\w+) known issues/, exercises.count),
      ("first rungs", /\b[Tt]he (\w+) first rungs/, Catalog.rungs.count),
      ("warm-ups", /\bwarm-ups: \d+ of (\d+)/, Catalog.rungs.count),
      ("to a chapter", /\b(\w+) to a chapter/, exercises.count / chapters),
      ("chapter's", /chapter's (\w+) exercises/, exercises.count / chapters),
      ("points in all", /\b(\w+) points in all/, points),
      ("points", /\bof (\d{2,}) points/, points),
      ("in all, and", /\b(\d+) in all, and each check/, points),
    ]
  }

  @Test
  func `of exercises and points equals the catalog's`() throws {
    let root = PackageFolder.tested.url
    let docs = root.appending(path: "Docs")
    let pages = try FileManager.default.contentsOfDirectory(atPath: docs.path)
      .filter { $0.hasSuffix(".md") }.map { docs.appending(path: $0) }
    var wrong: [String] = []
    var found = 0
    let claims = Self.claims
    for page in pages + [root.appending(path: "README.md")] {
      let lines = try String(contentsOf: page, encoding: .utf8).split(separator: "\n")
      for (words, pattern, count) in claims {
        let text = lines.filter { $0.holds(words) }.joined(separator: "\n")
        for match in text.matches(of: pattern) {
          guard let number = Self.number(match.output.1) else { continue }
          found += 1
          if number != count { wrong.append("\(page.lastPathComponent): \(match.output.0)") }
        }
      }
    }
    #expect(wrong == [])
    #expect(found > 5)
  }

  @Test
  func `of exercises is equal in all chapters`() {
    let counts = Dictionary(grouping: Catalog.exercises, by: \.chapter).mapValues(\.count)
    #expect(Set(counts.values).count == 1)
  }
}
