internal import Foundation

/// The parts of an exercise: its learner's folder, its author's folder, its entry in the catalog,
/// and its name in `Package.swift`. Reports the missing ones.
struct ExerciseInventory {
  let package: PackageFolder
  var catalog = Catalog.all

  /// A finding for each missing part, in the order of the names of the exercises.
  var findings: [Finding] {
    let folders = folders(below: "Chapters", in: ["Rungs", "Exercises"])
    let authored = self.folders(below: "Sources/Exercises", in: [""])
      .filter { $0.chapter != "Playing" && $0.name != "Shared" }
    let manifest = package.url.appending(path: "Package.swift")
    let text = (try? String(contentsOf: manifest, encoding: .utf8)) ?? ""
    let listed = Set(
      text.matches(of: /\(chapter: "(\w+)", names: \[([^\]]*)\]\)/).flatMap { line in
        line.output.2.matches(of: /"(\w+)"/).map { "\(line.output.1)/\($0.output.1)" }
      })
    let names =
      (folders + authored).map(\.name) + catalog.map(\.name)
      + listed.compactMap { $0.split(separator: "/").last.map(String.init) }
    return Set(names).sorted().flatMap { name in
      let exercise = catalog.first { $0.name == name }
      let found = (folders + authored).first { $0.name == name }?.chapter ?? exercise?.chapter
      let chapter = found ?? "…"
      let kind = exercise?.isRung == true ? "Rungs" : "Exercises"
      let isPrediction = exercise?.isPrediction == true
      let isListed =
        isPrediction
        ? text.contains("(chapter: \"\(chapter)\", name: \"\(name)\")")
        : listed.contains("\(chapter)/\(name)")
      let list =
        isPrediction
        ? "predictions in Package.swift" : "exercises in Package.swift under \(chapter)"
      let known = exercise?.chapter ?? chapter
      let requirements = [
        (folders.contains { $0.name == name }, "Chapters/\(chapter)/\(kind)/\(name) is missing."),
        (exercise != nil, "It is not in the catalog: Sources/Grading/Catalog/Catalog.swift."),
        (known == chapter, "Its folder is in \(chapter), and in the catalog it is in \(known)."),
        (authored.contains { $0.name == name }, "Sources/Exercises/\(chapter)/\(name) is missing."),
        (found == nil || isListed, "It is not in the list of \(list)."),
      ]
      let problems = requirements.filter { !$0.0 }.map(\.1) + (exercise.map(missingParts) ?? [])
      return problems.map { Finding(name, .inventory, problem: $0) }
    }
  }

  private func missingParts(of exercise: Exercise) -> [String] {
    let (name, folder, authors) = (exercise.name, exercise.folder, exercise.authorsFolder)
    let authored =
      exercise.isPrediction
      ? ["\(name)Checks.swift", "Stub.txt"]
      : exercise.isGradedByTeacher
        ? ["\(name)Scene.swift", "Stub.swift"]
        : ["Scene", "Checks", "Solution"].map { "\(name)\($0).swift" } + [
          "Stub.swift", "Mistakes.diff",
        ]
    let exists = { [package] (path: String) in
      FileManager.default.fileExists(atPath: package.url.appending(path: path).path)
    }
    let files =
      (exists(folder) ? [exercise.file, "\(folder)/Task.md", "\(folder)/Hints.md"] : [])
      + (exists(authors) ? authored.map { "\(authors)/\($0)" } : [])
    var problems = files.filter { !exists($0) }.map { "\($0) is missing." }
    if !exercise.isRung, !exercise.isGradedByTeacher,
      names(in: exercise.alternatives).allSatisfy({ !$0.hasSuffix(".swift") })
    {
      problems.append("\(exercise.alternatives) holds no solution.")
    }
    return problems
  }

  /// The chapter and the name of each folder that is not empty, in these parts of each chapter.
  private func folders(
    below root: String, in parts: [String]
  ) -> [(chapter: String, name: String)] {
    names(in: root).flatMap { chapter in
      parts.flatMap { part in
        let path = "\(root)/\(chapter)/\(part)"
        return names(in: path).filter { !names(in: "\(path)/\($0)").isEmpty }
          .map { (chapter: chapter, name: $0) }
      }
    }
  }

  /// The visible names in a folder, sorted.
  private func names(in path: String) -> [String] {
    let folder = package.url.appending(path: path).path
    return ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? [])
      .filter { !$0.hasPrefix(".") }.sorted()
  }
}
