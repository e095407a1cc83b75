package import Foundation
package import Grading

/// A folder with a folder or files for each learner.
package struct ClassFolder: Sendable {
  /// Sorted by the bytes of their entries.
  package private(set) var learners: [Learner] = []
  /// Sentences about entries that are not graded, and about learners with the same name.
  package private(set) var notes: [String] = []
  let exercises: [Exercise]
  private let url: URL
  private let package: PackageFolder?
  /// By the entries of the learners.
  private var works: [String: (learner: Learner, folder: URL?, files: [HandedInFile])] = [:]

  /// - Throws: ``ClassInputError`` if it is not the folder of a class.
  package init(
    _ folder: URL, exercises: [Exercise], package: PackageFolder? = nil
  ) throws(ClassInputError) {
    url = folder
    self.exercises = exercises
    self.package = package
    guard (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) != nil else {
      throw problem("is not a readable folder: pass the folder of submissions")
    }
    let entries = Submission.entries(of: folder)
    let names = Set(exercises.map(\.name))
    guard !ResultFolder(folder).exists("data/run.json") else {
      throw problem("has results of `class`: pass the folder of submissions")
    }
    let marks = ["Chapters"] + names.map { "\($0).swift" }
    if let entry = entries.first(where: marks.contains) {
      throw problem(
        "looks like one submission, as it contains “\(entry)”: move that into its learner's folder, "
          + "pass the whole class's folder, or use `grade`")
    }
    var others: [HandedInFile] = []
    for entry in entries {
      // Moodle puts a text that a learner has typed into a folder beside that of the files.
      let files = entry.wholeMatch(of: /(.+_\d+_assignsubmission_)onlinetext_/)
        .map { "\($0.output.1)file_" }
      if let files, entries.contains(files) {
        notes.append("not graded: \(entry) (the learner's files are in “\(files)”)")
      } else if let file = try take(entry, names) {
        others.append(file)
      }
    }
    take(others)
    guard !works.isEmpty else {
      throw problem(
        "has no submission: each learner needs a folder in it, or files such as "
          + "ann_\(exercises.first?.name ?? "Exercise").swift"
          + notes.prefix(3).map { "; \($0)" }.joined())
    }
    learners = Learner.distinguish(works.values.map(\.learner)).sorted { $0.precedes($1) }
    notes += Self.notesOnNames(learners)
  }

  package func submission(of learner: Learner) -> Submission {
    let work = works[learner.entry]
    return work?.folder.map { Submission($0, exercises: exercises, package: package) }
      ?? Submission(work?.files ?? [], exercises: exercises, package: package)
  }

  private static func notesOnNames(_ learners: [Learner]) -> [String] {
    Dictionary(grouping: learners, by: { $0.name.lowercased() }).values.filter { $0.count > 1 }
      .map { same in
        let entries = same.map { "“\($0.entry)”" }.joined(separator: " and ")
        return "\(entries) may be one person: they are graded as \(same.count) learners"
      }
      .sorted()
  }

  /// Takes a folder or an exercise's file. Returns any other file.
  private mutating func take(
    _ entry: String, _ exercises: Set<String>
  ) throws(ClassInputError) -> HandedInFile? {
    let place = url.appending(path: entry)
    var isFolder: ObjCBool = false
    let isLink = Submission.isLink(place)
    if !isLink, !FileManager.default.fileExists(atPath: place.path, isDirectory: &isFolder) {
      notes.append("“\(entry)” cannot be read: rename it")
    } else if ResultFolder(place).exists("data/run.json"), !isLink {
      notes.append("“\(entry)” has results of `class` and is not graded: move it elsewhere")
    } else if isFolder.boolValue {
      try add(Learner(folder: entry), folder: place)
    } else {
      let file = HandedInFile(place, path: entry, among: exercises)
      if file.exercises.isEmpty { return file }
      if file.learner.isEmpty {
        notes.append("not graded: \(entry) (its name does not say whose it is)")
      } else {
        try add(Learner(of: file), files: [file])
      }
    }
    return nil
  }

  /// Adds a file if its learner has others or, in a course system's folder, the file's name has a
  /// number. Notes the rest.
  private mutating func take(_ others: [HandedInFile]) {
    let isDownload = works.values.contains { $0.learner.identifier != nil }
    for file in others {
      let learner = Learner(of: file)
      let isKnown = isDownload && learner.identifier != nil || works[learner.entry] != nil
      if !isKnown || (try? add(learner, files: [file])) == nil {
        notes.append("not graded: \(file.path) (\(file.problem))")
      }
    }
  }

  private mutating func add(
    _ learner: Learner, folder: URL? = nil, files: [HandedInFile] = []
  ) throws(ClassInputError) {
    let entry = learner.entry
    guard let known = works[entry] else { return works[entry] = (learner, folder, files) }
    guard folder == nil, known.folder == nil else {
      // Two names on a disk may differ only in how characters are composed.
      let others = files.isEmpty && known.files.isEmpty ? "another one" : "files"
      throw problem(
        "has a folder “\(entry)” and \(others) of that name: move the files into the folder")
    }
    guard known.learner.identifier == learner.identifier else {
      throw problem("has files of two learners “\(entry)”: move those of each into a folder")
    }
    works[entry]?.files += files
  }

  private func problem(_ problem: String) -> ClassInputError {
    ClassInputError(url.path.debugDescription, problem)
  }
}

extension Learner {
  fileprivate init(of file: HandedInFile) {
    let identifier = file.name?.identifier
    self.init(
      entry: file.learner + (identifier.map { "_\($0)" } ?? ""), name: file.learner,
      identifier: identifier)
  }
}
