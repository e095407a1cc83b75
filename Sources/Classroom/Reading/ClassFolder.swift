package import Foundation
package import Grading

/// A folder with a folder or files for each learner.
package struct ClassFolder: Sendable {
  /// Sorted by the bytes of their entries.
  package let learners: [Learner]
  /// What was seen and is not graded, as sentences.
  package let notes: [String]
  private let submissions: [String: Submission]

  /// - Throws: ``ClassInputError`` if it is no folder of a class.
  package init(_ folder: URL, exercises: [Exercise]) throws(ClassInputError) {
    let path = folder.path.debugDescription
    guard (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) != nil else {
      throw ClassInputError(path, "is not a readable folder: pass the folder of submissions")
    }
    let entries = Submission.entries(of: folder)
    let names = Set(exercises.map(\.name))
    guard !entries.contains("Chapters"), !entries.contains(where: { names.contains($0.stem) })
    else {
      throw ClassInputError(
        path, "is one submission: pass the folder that contains those of the class, or use `grade`")
    }
    var collected = Collected(folder, names)
    for entry in entries { try collected.take(entry) }
    guard !collected.learners.isEmpty else {
      throw ClassInputError(
        path,
        "has no submission: each learner needs a folder in it, or files such as "
          + "ann_\(exercises.first?.name ?? "Exercise").swift")
    }
    let learners = Learner.distinguish(collected.learners)
    self.learners = learners.sorted { $0.precedes($1) }
    notes = collected.notes + Self.notesOnNames(learners)
    submissions = Dictionary(
      zip(learners.map(\.slug), collected.submissions), uniquingKeysWith: { first, _ in first })
  }

  package func submission(of learner: Learner) -> Submission {
    submissions[learner.slug] ?? Submission(files: [:])
  }

  /// Names that a person could take for the same.
  private static func notesOnNames(_ learners: [Learner]) -> [String] {
    Dictionary(grouping: learners, by: \.name.folded).values.filter { $0.count > 1 }
      .map { same in
        let entries = same.map { "“\($0.entry)”" }.joined(separator: " and ")
        return "\(entries) are the same name: they are graded as \(same.count) learners"
      }
      .sorted()
  }

  private struct Collected {
    let folder: URL
    let exercises: Set<String>
    var learners: [Learner] = []
    var submissions: [Submission] = []
    var notes: [String] = []
    /// The learners whose files are at the top, by the bytes of their entries.
    private var files: [[UInt8]: (index: Int, files: [String: [(CanvasName, URL)]])] = [:]
    private var folders: Set<[UInt8]> = []

    init(_ folder: URL, _ exercises: Set<String>) {
      self.folder = folder
      self.exercises = exercises
    }

    mutating func take(_ entry: String) throws(ClassInputError) {
      let url = folder.appending(path: entry)
      var isFolder: ObjCBool = false
      if Submission.isLink(url) {
        notes.append(
          "“\(entry)” is a symbolic link and is not followed: put the folder itself there")
      } else if !FileManager.default.fileExists(atPath: url.path, isDirectory: &isFolder) {
        notes.append("“\(entry)” cannot be read: rename it")
      } else if isFolder.boolValue {
        try add(Learner(folder: entry), Submission(folder: url))
      } else if let name = CanvasName(entry), !name.learner.isEmpty,
        exercises.contains(name.exercise)
      {
        try add(name, url)
      } else {
        notes.append("“\(entry)” is not graded: its name is not that of an exercise")
      }
    }

    private mutating func add(_ learner: Learner, _ submission: Submission) throws(ClassInputError)
    {
      guard files[Array(learner.entry.utf8)] == nil else {
        throw ClassInputError(
          folder.path.debugDescription,
          "has a folder “\(learner.entry)” and files of that name: move the files into the folder")
      }
      folders.insert(Array(learner.entry.utf8))
      learners.append(learner)
      submissions.append(submission)
    }

    private mutating func add(_ name: CanvasName, _ url: URL) throws(ClassInputError) {
      let entry = name.learner + (name.identifier.map { "_\($0)" } ?? "")
      let key = Array(entry.utf8)
      guard !folders.contains(key) else {
        throw ClassInputError(
          folder.path.debugDescription,
          "has a folder “\(entry)” and files of that name: move the files into the folder")
      }
      var known = files[key] ?? (learners.count, [:])
      if known.index == learners.count {
        learners.append(Learner(entry: entry, name: name.learner, identifier: name.identifier))
        submissions.append(Submission(files: [:]))
      } else if learners[known.index].identifier != name.identifier {
        throw ClassInputError(
          folder.path.debugDescription,
          "has files of two learners “\(entry)”: move those of each into a folder")
      }
      known.files[name.exercise, default: []].append((name, url))
      files[key] = known
      let attempts = known.files.mapValues { $0.sorted { $0.0.precedes($1.0) } }
      submissions[known.index] = Submission(
        files: attempts.compactMapValues(\.last?.1),
        former: attempts.values.flatMap { $0.dropLast().map(\.1) })
    }
  }
}

extension String {
  /// A file's name without `.swift`. Empty for another file.
  fileprivate var stem: String { hasSuffix(".swift") ? String(dropLast(6)) : "" }
}
