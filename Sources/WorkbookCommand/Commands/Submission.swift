internal import Foundation
internal import Grading

/// A submitted folder, of which only the exercises' own files are read.
struct Submission {
  let folder: URL

  /// The file for an exercise: at its place below `Chapters`, or `NAME.swift` at the top.
  ///
  /// Where a folder on the way is a symbolic link, that link is given instead: it leads to what may be anybody's,
  /// and the grader refuses links.
  func file(for exercise: Exercise) -> URL {
    let atItsPlace = reachable(
      exercise.folder.split(separator: "/").map(String.init) + ["Exercise.swift"])
    let atTheTop = reachable(["\(exercise.name).swift"])
    return exists(atItsPlace) || !exists(atTheTop) ? atItsPlace : atTheTop
  }

  private func reachable(_ names: [String]) -> URL {
    var url = folder
    for name in names {
      url.append(path: name)
      if isLink(url) { return url }
    }
    return url
  }

  private func exists(_ url: URL) -> Bool {
    isLink(url) || FileManager.default.fileExists(atPath: url.path)
  }

  private func isLink(_ url: URL) -> Bool {
    (try? FileManager.default.destinationOfSymbolicLink(atPath: url.path)) != nil
  }
}
