internal import Foundation

/// The parts of an exercise: its learner's folder, its author's folder, its entry in the catalog,
/// and its name in `Package.swift`. Reports the missing ones.
struct ExerciseInventory {
  let package: PackageFolder
  var catalog = Catalog.all

  /// A finding for each missing part, in the order of the names of the exercises.
  var findings: [Finding] {
    let folders = folders()
    let authored = authored()
    let manifest = (try? String(contentsOf: file("Package.swift"), encoding: .utf8)) ?? ""
    let listed = Set(
      manifest.matches(of: /\(chapter: "(\w+)", names: \[([^\]]*)\]\)/).flatMap { line in
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
        ? manifest.contains("(chapter: \"\(chapter)\", name: \"\(name)\")")
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
      names(in: package.alternatives(exercise)).allSatisfy({ !$0.hasSuffix(".swift") })
    {
      problems.append("\(exercise.alternatives) holds no solution.")
    }
    return problems
  }

  /// The learners' folders that are not empty.
  private func folders() -> [(chapter: String, name: String)] {
    names(in: file("Chapters")).flatMap { chapter in
      ["Rungs", "Exercises"].flatMap { folders(in: "Chapters/\(chapter)/\($0)", of: chapter) }
    }
  }

  /// The authors' folders that are not empty.
  private func authored() -> [(chapter: String, name: String)] {
    names(in: file("Sources/Exercises")).filter { $0 != "Playing" }.flatMap { chapter in
      folders(in: "Sources/Exercises/\(chapter)", of: chapter).filter { $0.name != "Shared" }
    }
  }

  private func folders(in path: String, of chapter: String) -> [(chapter: String, name: String)] {
    names(in: file(path))
      .filter { !$0.hasPrefix(".") && !names(in: file("\(path)/\($0)")).isEmpty }
      .map { (chapter: chapter, name: $0) }
  }

  private func file(_ path: String) -> URL { package.url.appending(path: path) }

  private func names(in folder: URL) -> [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []).sorted()
  }
}
