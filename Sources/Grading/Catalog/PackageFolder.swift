package import Foundation
internal import Processes

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
    let name = exercise.isPrediction ? "Stub.txt" : "Stub.swift"
    return url.appending(path: "\(exercise.authorsFolder)/\(name)")
  }
  package func task(_ exercise: Exercise) -> URL {
    url.appending(path: "\(exercise.folder)/Task.md")
  }
  package func hints(_ exercise: Exercise) -> URL {
    url.appending(path: "\(exercise.folder)/Hints.md")
  }
  /// Known mistakes, as diffs of the solution.
  package func mistakes(_ exercise: Exercise) -> URL {
    url.appending(path: "\(exercise.authorsFolder)/Mistakes.diff")
  }
  package func alternatives(_ exercise: Exercise) -> URL {
    url.appending(path: exercise.alternatives)
  }
  package func solution(_ exercise: Exercise) -> URL { url.appending(path: exercise.solutionFile) }
}

extension URL {
  /// The text of an author's file, parsed. An error has its path, the reason and what to do.
  package func parsed<Value>(
    _ parse: (String) throws(GradingError) -> Value
  ) throws(GradingError) -> Value {
    let reason: String
    do {
      if let text = String(validating: try Data(contentsOf: self), as: UTF8.self) {
        return try parse(String(text.trimmingPrefix("\u{FEFF}")))
      }
      reason = "It is not UTF-8."
    } catch let error as GradingError {
      reason = error.description
    } catch {
      reason = "\(String(cString: strerror(POSIXErrorCode(causing: error).rawValue)))."
    }
    throw GradingError("Repair or restore “\(path)”, which cannot be read: \(reason)")
  }

  /// The folder, and each that contains it, up to the root. Only the folder if its path is
  /// relative, as in a current folder that was removed.
  var upwards: [URL] {
    Array(
      sequence(first: self) {
        $0.path == "/" || !$0.path.hasPrefix("/") ? nil : $0.deletingLastPathComponent()
      })
  }
}
