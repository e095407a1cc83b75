package import Foundation
package import Grading

/// A folder with a folder or files for each learner.
package struct ClassFolder: Sendable {
  /// Sorted by the bytes of their entries.
  package let learners: [Learner]
  /// Sentences about entries that are not graded, and about learners with the same name.
  package let notes: [String]
  private let exercises: [Exercise]
  private let package: PackageFolder?
  private let work: [String: Work]

  private enum Work {
    case folder(URL)
    case files([HandedInFile])
  }

  /// A file that is the same as the package's stub counts only without others.
  ///
  /// - Throws: ``ClassInputError`` if it is not the folder of a class.
  package init(
    _ folder: URL, exercises: [Exercise], package: PackageFolder? = nil
  ) throws(ClassInputError) {
    let path = folder.path.debugDescription
    guard (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) != nil else {
      throw ClassInputError(path, "is not a readable folder: pass the folder of submissions")
    }
    let entries = Submission.entries(of: folder)
    let names = Set(exercises.map(\.name))
    guard !ResultFolder(folder).exists("data/run.json") else {
      throw ClassInputError(path, "has results of `class`: pass the folder of submissions")
    }
    if let entry = entries.first(where: { $0 == "Chapters" || names.contains($0.stem) }) {
      throw ClassInputError(
        path,
        "looks like one submission, as it contains “\(entry)”: move that into its learner's folder, "
          + "pass the whole class's folder, or use `grade`")
    }
    var collected = Collected(folder, names)
    for entry in entries {
      // Moodle puts a text that a learner has typed into a folder beside that of the files.
      let files = entry.wholeMatch(of: /(.+_\d+_assignsubmission_)onlinetext_/)
        .map { "\($0.output.1)file_" }
      if let files, entries.contains(files) {
        collected.notes.append("not graded: \(entry) (the learner's files are in “\(files)”)")
      } else {
        try collected.take(entry)
      }
    }
    collected.takeUngraded()
    guard !collected.found.isEmpty else {
      let notes = collected.notes.prefix(3).map { "; \($0)" }.joined()
      throw ClassInputError(
        path,
        "has no submission: each learner needs a folder in it, or files such as "
          + "ann_\(exercises.first?.name ?? "Exercise").swift\(notes)")
    }
    let learners = Learner.distinguish(collected.found.map(\.learner))
    self.learners = learners.sorted { $0.precedes($1) }
    notes = collected.notes + Self.notesOnNames(learners)
    work = Dictionary(zip(learners.map(\.slug), collected.found.map(\.work))) { first, _ in first }
    self.exercises = exercises
    self.package = package
  }

  package func submission(of learner: Learner) -> Submission {
    switch work[learner.slug] {
    case .folder(let url): Submission(url, exercises: exercises, package: package)
    case .files(let files): Submission(files, exercises: exercises, package: package)
    case nil: Submission([], exercises: exercises)
    }
  }

  /// Notes on names that differ at most in case.
  private static func notesOnNames(_ learners: [Learner]) -> [String] {
    Dictionary(grouping: learners, by: { $0.name.lowercased() }).values.filter { $0.count > 1 }
      .map { same in
        let entries = same.map { "“\($0.entry)”" }.joined(separator: " and ")
        return "\(entries) may be one person: they are graded as \(same.count) learners"
      }
      .sorted()
  }

  private struct Collected {
    let folder: URL
    let exercises: Set<String>
    private(set) var found: [(learner: Learner, work: Work)] = []
    var notes: [String] = []
    private var ungraded: [HandedInFile] = []
    /// The places of the learners, by the bytes of their entries.
    private var places: [[UInt8]: Int] = [:]

    init(_ folder: URL, _ exercises: Set<String>) {
      self.folder = folder
      self.exercises = exercises
    }

    mutating func take(_ entry: String) throws(ClassInputError) {
      let url = folder.appending(path: entry)
      var isFolder: ObjCBool = false
      let isLink = Submission.isLink(url)
      if !isLink, !FileManager.default.fileExists(atPath: url.path, isDirectory: &isFolder) {
        notes.append("“\(entry)” cannot be read: rename it")
      } else if ResultFolder(url).exists("data/run.json"), !isLink {
        notes.append("“\(entry)” has results of `class` and is not graded: move it elsewhere")
      } else if isFolder.boolValue {
        try add(Learner(folder: entry), .folder(url))
      } else {
        let file = HandedInFile(url, path: entry, among: exercises)
        if file.exercises.isEmpty {
          ungraded.append(file)
        } else if file.learner.isEmpty {
          notes.append("not graded: \(entry) (its name does not say whose it is)")
        } else {
          try add(file)
        }
      }
    }

    /// Adds each ungraded file to the work of its learner, who has other files or, in a course
    /// system's folder, is named by the number in the file's name. Notes the rest.
    mutating func takeUngraded() {
      let isDownload = found.contains { $0.learner.identifier != nil }
      for file in ungraded {
        let isKnown =
          isDownload && file.name?.identifier != nil
          || places[Array(file.learnersEntry.utf8)] != nil
        if !isKnown || (try? add(file)) == nil {
          notes.append("not graded: \(file.path) (\(file.problem))")
        }
      }
    }

    private mutating func add(_ file: HandedInFile) throws(ClassInputError) {
      let entry = file.learnersEntry
      let learner = Learner(entry: entry, name: file.learner, identifier: file.name?.identifier)
      guard let place = places[Array(entry.utf8)] else { return try add(learner, .files([file])) }
      guard case .files(let files) = found[place].work else { throw folderAndFiles(entry) }
      guard found[place].learner.identifier == learner.identifier else {
        throw problem("has files of two learners “\(entry)”: move those of each into a folder")
      }
      found[place].work = .files(files + [file])
    }

    private mutating func add(_ learner: Learner, _ work: Work) throws(ClassInputError) {
      let key = Array(learner.entry.utf8)
      guard places[key] == nil else { throw folderAndFiles(learner.entry) }
      places[key] = found.count
      found.append((learner, work))
    }

    private func folderAndFiles(_ entry: String) -> ClassInputError {
      problem("has a folder “\(entry)” and files of that name: move the files into the folder")
    }

    private func problem(_ problem: String) -> ClassInputError {
      ClassInputError(folder.path.debugDescription, problem)
    }
  }
}

extension HandedInFile {
  /// The entry of the learner whose name the file has.
  fileprivate var learnersEntry: String { learner + (name?.identifier.map { "_\($0)" } ?? "") }
}

extension String {
  /// A file's name without `.swift`. Empty for another file.
  fileprivate var stem: String { hasSuffix(".swift") ? String(dropLast(6)) : "" }
}
