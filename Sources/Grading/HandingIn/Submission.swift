internal import Concurrency
package import Foundation

/// A submission. Only the files of the exercises are read.
///
/// The file of an exercise is in its folder below `Chapters`, is called `NAME.swift`, has a name
/// from Canvas or Moodle, is a ``Pack``, or declares the type. An outer folder takes precedence,
/// then an earlier one of these forms, then the latest attempt, such as `NAME-1.swift`, by number,
/// then the latest change.
package struct Submission: Sendable {
  /// Nil if the learner's files are among those of others.
  private let folder: URL?
  private let files: [String: HandedInFile]
  /// The pack that was read last, so that it is parsed once for all exercises.
  private let parsed = Locked<(text: String, pack: Result<Pack, SubmittedFile.Refusal>)?>(nil)
  /// Files that are not graded, and packs that are not used for all their exercises: at most 20
  /// paths, each with the reason, and the number of others.
  package let unused: [String]
  /// The subfolders with files of one exercise, sorted, if there are several, as in the folder of a
  /// class.
  package let rivalFolders: [String]

  /// The place is the submitted folder, a folder around it, or a file. A file that is the same as the
  /// package's stub counts only without others.
  package init(_ place: URL, exercises: [Exercise], package: PackageFolder? = nil) {
    var scan = Scan(exercises: exercises, names: Set(exercises.map(\.name)))
    if Self.isFolder(place) {
      scan.take(folder: place, path: "", depth: 0)
    } else {
      let file = HandedInFile(place, path: place.lastPathComponent, among: scan.names)
      if file.sign != .other { scan.files = [file] }
    }
    self.init(
      scan.files + scan.others, in: place, exercises: exercises, package: package,
      skipped: scan.skipped)
  }

  package init(
    _ candidates: [HandedInFile], in folder: URL? = nil, exercises: [Exercise],
    package: PackageFolder? = nil, skipped: [(path: String, reason: String)] = []
  ) {
    // A later pack replaces a damaged one for all exercises.
    let counting = candidates.filter { file in
      file.sign != .damagedPack
        || !candidates.contains { $0.sign == .pack && file.precedes($0) }
    }
    var chosen: [String: HandedInFile] = [:]
    var rivals: Set<Substring> = []
    for exercise in exercises {
      let files = counting.filter { $0.exercises.contains(exercise.name) }
      let stub =
        files.count > 1 ? package.flatMap { try? SubmittedFile.text(of: $0.stub(exercise)) } : nil
      let edited = files.filter { stub == nil || (try? SubmittedFile.text(of: $0.url)) != stub }
      chosen[exercise.name] = (edited.isEmpty ? files : edited).max { $0.precedes($1) }
      let folders = Set(files.compactMap { $0.path.firstIndex(of: "/").map($0.path.prefix(upTo:)) })
      if folders.count > 1 { rivals.formUnion(folders) }
    }
    rivalFolders = rivals.map(String.init).sorted()
    let used = Set(chosen.values.map(\.path))
    let kinds = [false, true].map { isOther -> [(path: String, reason: String)] in
      candidates.filter { ($0.sign == .other) == isOther }.compactMap { file in
        let lost = file.exercises.filter { chosen[$0]?.path != file.path }.sorted()
        let winner = lost.compactMap { chosen[$0]?.path }.min()
        let reason =
          used.contains(file.path)
          ? "other files were used for \(lost.joined(separator: ", "))"
          : winner.map { "\($0) was used" } ?? file.problem
        return used.contains(file.path) && lost.isEmpty ? nil : (path: file.path, reason: reason)
      }
    }
    let unused = ([skipped] + kinds).flatMap { list in
      list.sorted { $0.path.utf8.lexicographicallyPrecedes($1.path.utf8) }
    }
    self.folder = folder
    // Each learner of a class may have files of other exercises.
    let others = unused.filter { $0.reason == HandedInFile.otherExercise }.map(\.path)
    let own = unused.filter { $0.reason != HandedInFile.otherExercise }
    self.unused =
      own.prefix(20).map { "\($0.path) (\($0.reason))" }
      + (own.count > 20 ? ["\(own.count - 20) more files"] : [])
      + (others.isEmpty
        ? [] : ["\(others.joined(separator: ", ")) (\(HandedInFile.otherExercise))"])
    files = chosen
  }

  /// The file of an exercise. It does not exist if it was not handed in.
  ///
  /// If a folder of the path is a symbolic link, this is the link. The grader refuses it, because
  /// it may lead to any file.
  package func file(for exercise: Exercise) -> URL {
    files[exercise.name]?.url
      ?? (folder ?? URL(filePath: "/dev/null")).appending(path: exercise.file)
  }

  /// The text that was handed in for an exercise.
  ///
  /// - Throws: A refusal if the text cannot be graded.
  package func text(
    of exercise: Exercise,
    read: (URL) throws(SubmittedFile.Refusal) -> String = SubmittedFile.text(of:)
  ) throws(SubmittedFile.Refusal) -> String {
    let isPack = files[exercise.name]?.sign.isPack == true
    let text: String
    do throws(SubmittedFile.Refusal) {
      text = try read(file(for: exercise))
    } catch {
      guard isPack, error.verdict == .build, error != .missing else { throw error }
      throw Pack.damaged("it cannot be read (\(error.clause))")
    }
    guard isPack || Pack.isPack(text) else { return text }
    if let last = parsed.withLock(\.self), last.text.utf8.elementsEqual(text.utf8) {
      return try last.pack.get().work(of: exercise.name)
    }
    let pack = Result { () throws(SubmittedFile.Refusal) in try Pack(text) }
    parsed.withLock { $0 = (text, pack) }
    return try pack.get().work(of: exercise.name)
  }

  /// Why the submission cannot be read. Nil if it can: then missing files were not handed in.
  package var refusal: SubmittedFile.Refusal? {
    let path = folder?.path ?? files.values.map(\.url.path).first { access($0, F_OK) != 0 }
    guard let path, access(path, R_OK) != 0 else { return nil }
    return SubmittedFile.Refusal(
      verdict: .graderError,
      sentence: "The submission cannot be read: \(String(cString: strerror(errno))). Grade again "
        + "when it can.")
  }

  /// The visible names in a folder, sorted by their bytes. Empty for anything but a folder.
  package static func entries(of folder: URL) -> [String] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    return names.filter { !$0.hasPrefix(".") && $0 != "__MACOSX" }
      .sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }

  package static func isLink(_ url: URL) -> Bool {
    (try? FileManager.default.destinationOfSymbolicLink(atPath: url.path)) != nil
  }

  fileprivate static func isFolder(_ url: URL) -> Bool {
    var isFolder: ObjCBool = false
    return FileManager.default.fileExists(atPath: url.path, isDirectory: &isFolder)
      && isFolder.boolValue
  }
}

/// The files of a submission, in its folder and subfolders, without following links.
private struct Scan {
  /// The number of files that are read.
  private static let limit = 400
  private static let maximumDepth = 20
  /// The parts of the workbook that are not searched.
  private static let parts = ["Chapters", "Docs", "Package.swift", "README.md", "Sources", "Tests"]

  let exercises: [Exercise]
  let names: Set<String>
  var files: [HandedInFile] = []
  /// The files that are neither Swift nor packs.
  var others: [HandedInFile] = []
  var skipped: [(path: String, reason: String)] = []

  mutating func take(folder: URL, path: String, depth: Int) {
    // A copy of the authors' files has solutions.
    guard !["Sources/Exercises", "Tests/GradingTests"].contains(where: path.dropLast().hasSuffix)
    else { return }
    let entries = Submission.entries(of: folder)
    let isWorkbook = entries.contains("Chapters")
    if isWorkbook { takePlaces(in: folder, path: path) }
    for entry in entries where !(isWorkbook && Self.parts.contains(entry)) {
      guard files.count < Self.limit else {
        let reason = "it and what follows: more than \(Self.limit) files were handed in"
        if skipped.last?.reason != reason { skipped.append((path + entry, reason)) }
        return
      }
      let url = folder.appending(path: entry)
      if Submission.isLink(url) || !Submission.isFolder(url) {
        let file = HandedInFile(url, path: path + entry, among: names)
        if file.sign == .other { others.append(file) } else { files.append(file) }
      } else if access(url.path, R_OK) != 0 {
        skipped.append((path + entry, "it cannot be read"))
      } else if depth < Self.maximumDepth {
        take(folder: url, path: "\(path)\(entry)/", depth: depth + 1)
      } else {
        skipped.append((path + entry, "it is in more than \(Self.maximumDepth) folders"))
      }
    }
  }

  private mutating func takePlaces(in folder: URL, path: String) {
    for exercise in exercises {
      var url = folder
      var place = path
      for name in exercise.file.split(separator: "/") where !Submission.isLink(url) {
        url.append(path: String(name))
        place += (place.isEmpty || place.hasSuffix("/") ? "" : "/") + name
      }
      if Submission.isLink(url) || FileManager.default.fileExists(atPath: url.path) {
        files.append(HandedInFile(url, place, .place, [exercise.name]))
      }
    }
  }
}

/// A part of a class: `3/8` is every eighth learner, beginning with the third.
package struct Shard: Sendable, Hashable, Codable {
  /// Counted from 1.
  package let number: Int
  package let count: Int

  /// Nil for a text of another form.
  package init?(_ text: String) {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false).map { Int($0) }
    guard parts.count == 2, let number = parts[0], let count = parts[1],
      (1...10_000).contains(count), (1...count).contains(number)
    else { return nil }
    self.number = number
    self.count = count
  }

  package init(from decoder: any Decoder) throws {
    let values = try [String: Int](from: decoder)
    let shard = Self("\(values["number"] ?? 0)/\(values["count"] ?? 0)")
    guard let shard else { throw CocoaError(.coderInvalidValue) }
    self = shard
  }

  /// The elements of the part.
  package func part<Element>(of elements: [Element]) -> [Element] {
    stride(from: number - 1, to: elements.count, by: count).map { elements[$0] }
  }
}
