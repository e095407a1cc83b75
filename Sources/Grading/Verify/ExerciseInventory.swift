internal import Foundation

/// The parts of an exercise: its learner's folder, its author's folder, its entry in the catalog,
/// and its name in `Package.swift`. Reports the missing ones.
package struct ExerciseInventory {
  private let package: PackageFolder
  private let catalog: [Exercise]

  package init(of package: PackageFolder, catalog: [Exercise] = Catalog.all) {
    self.package = package
    self.catalog = catalog
  }

  /// A finding for each missing part, in the order of the names of the exercises.
  package var findings: [Finding] {
    let folders = folders()
    let authored = authored()
    let manifest = (try? String(contentsOf: file("Package.swift"), encoding: .utf8)) ?? ""
    let listed = Set(
      manifest.matches(of: /\(chapter: "(\w+)", names: \[([^\]]*)\]\)/).flatMap { line in
        line.output.2.matches(of: /"(\w+)"/).map { "\(line.output.1)/\($0.output.1)" }
      })
    let known = Dictionary(catalog.map { ($0.name, $0.chapter) }) { first, _ in first }
    let predictions = Set(catalog.filter(\.isPrediction).map(\.name))
    let rungs = Set(catalog.filter(\.isRung).map(\.name))
    let names = Set(folders.map(\.name)).union(authored.map(\.name)).union(known.keys)
      .union(listed.compactMap { $0.split(separator: "/").last.map(String.init) })
    return names.sorted().flatMap { name in
      let chapter = (folders + authored).first { $0.name == name }?.chapter ?? known[name]
      var problems: [String] = []
      if !folders.contains(where: { $0.name == name }) {
        let kind = rungs.contains(name) ? "Rungs" : "Exercises"
        problems.append("Chapters/\(chapter ?? "…")/\(kind)/\(name) is missing.")
      }
      if known[name] == nil {
        problems.append("It is not in the catalog: Sources/Grading/Catalog/Catalog.swift.")
      } else if let chapter, known[name] != chapter {
        problems.append(
          "Its folder is in \(chapter), and in the catalog it is in \(known[name] ?? "").")
      }
      if !authored.contains(where: { $0.name == name }) {
        problems.append("Sources/Exercises/\(chapter ?? "…")/\(name) is missing.")
      }
      if let chapter, !predictions.contains(name), !listed.contains("\(chapter)/\(name)") {
        problems.append("It is not in the list of exercises in Package.swift under \(chapter).")
      }
      if let chapter, predictions.contains(name),
        !manifest.contains("(chapter: \"\(chapter)\", name: \"\(name)\")")
      {
        problems.append("It is not in the list of predictions in Package.swift.")
      }
      problems += catalog.first { $0.name == name }.map(missingParts) ?? []
      return problems.map { Finding(name, .inventory, problem: $0) }
    }
  }

  private func missingParts(of exercise: Exercise) -> [String] {
    var problems: [String] = []
    let name = exercise.name
    let learners = [
      exercise.isPrediction ? "Prediction.txt" : "Exercise.swift", "Task.md", "Hints.md",
    ]
    let authors =
      exercise.isPrediction
      ? ["\(name)Checks.swift", "Stub.txt"]
      : exercise.isGradedByTeacher
        ? ["\(name)Scene.swift", "Stub.swift"]
        : ["Scene", "Checks", "Solution"].map { "\(name)\($0).swift" } + [
          "Stub.swift", "Mistakes.diff",
        ]
    for (folder, files) in [(exercise.folder, learners), (exercise.authorsFolder, authors)]
    where FileManager.default.fileExists(atPath: file(folder).path) {
      problems += files.map { "\(folder)/\($0)" }
        .filter { !FileManager.default.fileExists(atPath: file($0).path) }
        .map { "\($0) is missing." }
    }
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
