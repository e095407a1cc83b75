package import Foundation
package import Grading
package import Terminal

/// The words after the name of a subcommand: names of exercises, or paths of folders.
package final class Words {
  package let count: ClosedRange<Int>
  package let areFolders: Bool
  /// The form in the help: `[EXERCISE ...]`. Nil if there are no words.
  package let usage: String?
  /// In the order of the catalog.
  package private(set) var exercises: [Exercise] = []
  package private(set) var folders: [String] = []

  package init(exercises count: ClosedRange<Int>) {
    self.count = count
    areFolders = false
    usage =
      switch (count.lowerBound, count.upperBound) {
      case (_, 0): nil
      case (1, _): "EXERCISE"
      case (_, 1): "[EXERCISE]"
      default: "[EXERCISE ...]"
      }
  }

  package init(folders count: ClosedRange<Int>, usage: String) {
    self.count = count
    areFolders = true
    self.usage = usage
  }

  /// Stores the words of a command line, whose number is already checked.
  func take(_ names: [String], among all: NamedExercises) throws(UsageError) {
    if areFolders { return folders = names }
    exercises = all.all.filter { names.contains($0.name) }
    let known = exercises.map(\.name)
    if let unknown = names.first(where: { !known.contains($0) }) { throw all.unknown(unknown) }
  }
}

/// Finds the exercises that words on a command line name.
package struct NamedExercises {
  package let all: [Exercise]
  /// The base of relative paths.
  package var directory: URL

  package init(all: [Exercise], directory: URL = URL(filePath: "/")) {
    self.all = all
    self.directory = directory
  }

  /// The names of the exercises, each once. A word that names no exercise stays as it is.
  package func names(_ words: [String]) -> [String] {
    words.reduce(into: []) { names, word in
      let name = exercise(word)?.name ?? word
      if !names.contains(name) { names.append(name) }
    }
  }

  /// The exercise that a word names: by its name, ignoring case, by its number in the list, or by
  /// the path of its folder or of a file in it.
  private func exercise(_ word: String) -> Exercise? {
    if let number = Int(word) {
      return number > 0 ? all.filter { !$0.isRung }.dropFirst(number - 1).first : nil
    }
    let typed = word.split(separator: "/").map { $0.prefix { $0 != "." } }.reversed()
    if let exercise = typed.lazy.compactMap({ exercise(named: $0) }).first { return exercise }
    guard word.contains("/") || word.contains(".") else { return nil }
    let path = URL(filePath: word, relativeTo: directory).standardizedFileURL.pathComponents
    return zip(path, path.dropFirst()).first { ["Exercises", "Rungs"].contains($0.0) }
      .flatMap { exercise(named: $0.1) }
  }

  package func exercise(named name: some StringProtocol) -> Exercise? {
    all.first { $0.name.lowercased() == name.lowercased() }
  }

  package func unknown(_ name: String) -> UsageError {
    if let rung = NamedExercises(all: Catalog.rungs, directory: directory).exercise(name) {
      return UsageError("\(rung.name) is a first rung, which has no points: name an exercise")
    }
    let chapter = Catalog.all.filter { $0.chapter.lowercased() == name.lowercased() }
    guard let first = chapter.first else {
      return UsageError(unknown: "exercise", name, among: all.map(\.name), seeAll: "list")
    }
    let names = chapter.map(\.name).joined(separator: ", ")
    return UsageError("\(first.chapter) is a chapter; name a rung or an exercise of it: \(names)")
  }
}
