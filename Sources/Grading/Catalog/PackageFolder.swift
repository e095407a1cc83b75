package import Foundation

/// The workbook's folder, and the files of the exercises in it.
package struct PackageFolder: Sendable, Hashable {
  package let url: URL

  package init(_ url: URL) { self.url = url }

  /// The package around a location: the nearest folder with `Package.swift` and `Chapters`, if any.
  package init?(around place: URL) {
    let files = ["Package.swift", "Chapters"]
    let folder = place.standardizedFileURL.upwards.first { folder in
      files.allSatisfy {
        FileManager.default.fileExists(atPath: folder.appending(path: $0).path)
      }
    }
    guard let folder else { return nil }
    url = folder
  }

  /// The file that a learner edits.
  package func exercise(_ exercise: Exercise) -> URL { url.appending(path: exercise.file) }
  /// The file as it is handed out.
  package func stub(_ exercise: Exercise) -> URL {
    author(exercise.isPrediction ? "Stub.txt" : "Stub.swift", of: exercise)
  }
  package func task(_ exercise: Exercise) -> URL { file("Task.md", of: exercise) }
  package func hints(_ exercise: Exercise) -> URL { file("Hints.md", of: exercise) }
  /// Known mistakes, as diffs of the solution.
  package func mistakes(_ exercise: Exercise) -> URL { author("Mistakes.diff", of: exercise) }
  package func alternatives(_ exercise: Exercise) -> URL {
    url.appending(path: exercise.alternatives)
  }
  package func solution(_ exercise: Exercise) -> URL { url.appending(path: exercise.solutionFile) }

  private func author(_ name: String, of exercise: Exercise) -> URL {
    url.appending(path: exercise.authorsFolder).appending(path: name)
  }

  private func file(_ name: String, of exercise: Exercise) -> URL {
    url.appending(path: exercise.folder).appending(path: name)
  }
}

extension URL {
  /// The folder, and each that contains it, up to the root.
  var upwards: [URL] {
    Array(sequence(first: self) { $0.path == "/" ? nil : $0.deletingLastPathComponent() })
  }
}
