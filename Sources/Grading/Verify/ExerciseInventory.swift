internal import Foundation

/// The parts of an exercise: its folder and the files in it, its catalogue entry, its solution, and its name in
/// `Package.swift`. Reports the missing ones.
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
    let solutions = solutions()
    let manifest = (try? String(contentsOf: file("Package.swift"), encoding: .utf8)) ?? ""
    let listed = Set(
      manifest.matches(of: /\(chapter: "(\w+)", names: \[([^\]]*)\]\)/).flatMap { line in
        line.output.2.matches(of: /"(\w+)"/).map { "\(line.output.1)/\($0.output.1)" }
      })
    let known = Dictionary(catalog.map { ($0.name, $0.chapter) }) { first, _ in first }
    let predictions = Set(catalog.filter(\.isPrediction).map(\.name))
    let rungs = Set(catalog.filter(\.isRung).map(\.name))
    let names = Set(folders.map(\.name)).union(solutions).union(known.keys)
      .union(listed.compactMap { $0.split(separator: "/").last.map(String.init) })
    return names.sorted().flatMap { name in
      let chapter = folders.first { $0.name == name }?.chapter ?? known[name]
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
      if !predictions.contains(name), !solutions.contains(name) {
        problems.append("Sources/Grading/Solutions/\(name).swift is missing.")
      }
      if let chapter, !predictions.contains(name), !listed.contains("\(chapter)/\(name)") {
        problems.append("It is not in the list of exercises in Package.swift under \(chapter).")
      }
      problems += catalog.first { $0.name == name }.map(missingParts) ?? []
      return problems.map { Finding(name, .inventory, problem: $0) }
    }
  }

  private func missingParts(of exercise: Exercise) -> [String] {
    var problems: [String] = []
    guard FileManager.default.fileExists(atPath: file(exercise.folder).path) else {
      return problems
    }
    let files =
      exercise.isPrediction
      ? ["Prediction.txt", "Stub.txt"]
      : ["Exercise.swift", "Stub.swift", "Main.swift", "Variants.md"]
    for name in files + ["Task.md", "Hints.md"] {
      if !FileManager.default.fileExists(atPath: file("\(exercise.folder)/\(name)").path) {
        problems.append("\(exercise.folder)/\(name) is missing.")
      }
    }
    let main = try? String(contentsOf: package.main(exercise), encoding: .utf8)
    if let main, main != exercise.mainFile {
      problems.append("\(exercise.folder)/Main.swift is not as `workbook reset` writes it.")
    }
    if !exercise.isRung,
      names(in: package.alternatives(exercise)).allSatisfy({ !$0.hasSuffix(".swift") })
    {
      problems.append("\(exercise.folder)/Alternatives holds no solution.")
    }
    return problems
  }

  private func folders() -> [(chapter: String, name: String)] {
    names(in: file("Chapters")).flatMap { chapter in
      ["Rungs", "Exercises"].flatMap { kind in
        let folder = file("Chapters/\(chapter)/\(kind)")
        return names(in: folder)
          .filter { !$0.hasPrefix(".") && !names(in: folder.appending(path: $0)).isEmpty }
          .map { (chapter: chapter, name: $0) }
      }
    }
  }

  private func solutions() -> Set<String> {
    let files = names(in: file("Sources/Grading/Solutions")).filter { $0.hasSuffix(".swift") }
    return Set(files.map { String($0.dropLast(6)) })
  }

  private func file(_ path: String) -> URL { package.url.appending(path: path) }

  private func names(in folder: URL) -> [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []).sorted()
  }
}

extension Exercise {
  /// The content of `Main.swift`, which runs the scene of the reference solution with the learner's type.
  package var mainFile: String {
    """
    import Exercising

    /// Runs the grader's script with the type in `Exercise.swift`. There is nothing to edit here.
    @main enum Program {
      static func main() {
        \(type(of: reference)).play()
      }
    }

    """
  }
}
