package import Foundation

/// A submission. At most 400 of its Swift files and packs count.
///
/// The file of an exercise is in its folder below `Chapters`, is called `NAME.swift`, has a name
/// from Canvas or Moodle, is a ``Pack``, or declares the type. An outer folder takes precedence,
/// then these forms in this order, then a later attempt (`NAME-1.swift`), then a later change.
package struct Submission: Sendable {
  /// Nil if the learner's files are among those of others.
  private let folder: URL?
  private let files: [String: HandedInFile]
  /// Whether there are more files than are read.
  private let isCutOff: Bool
  /// Files that are not graded, and packs that are not used for all their exercises: at most 20
  /// paths, each with the reason, and the number of others.
  package let unused: [String]
  /// The subfolders with files of one exercise, sorted, if there are several, as in a class folder.
  package let rivalFolders: [String]

  /// The place is the submitted folder, a folder around it, or a file. A file without changes to
  /// the package's stub, an empty file or a damaged pack counts only without others.
  package init(_ place: URL, exercises: [Exercise], package: PackageFolder? = nil) {
    var scan = Scan(exercises: exercises, names: Set(exercises.map(\.name)), package: package)
    if Self.isFolder(place.resolvingSymlinksInPath()) {
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
    let packs = candidates.filter { $0.sign == .pack }
    let counting = candidates.filter {
      $0.sign != .damagedPack || !packs.contains(where: $0.precedes)
    }
    var chosen: [String: HandedInFile] = [:]
    var rivals: Set<Substring> = []
    for exercise in exercises {
      let files = counting.filter { $0.exercises.contains(exercise.name) }
      let stub = package.flatMap { try? SubmittedFile.text(of: $0.stub(exercise)) }
      let edited = files.filter { files.count > 1 && $0.hasWork(on: exercise.name, besides: stub) }
      let choices = [edited.filter { $0.sign != .damagedPack }, edited, files]
      chosen[exercise.name] = choices.first { !$0.isEmpty }?.max { $0.precedes($1) }
      let folders = Set(files.compactMap { $0.path.firstIndex(of: "/").map($0.path.prefix(upTo:)) })
      if folders.count > 1 { rivals.formUnion(folders) }
    }
    rivalFolders = rivals.map(String.init).sorted()
    self.folder = folder
    files = chosen
    isCutOff = skipped.contains { $0.reason == Scan.cutOff }
    let unused = [
      skipped,
      candidates.filter { $0.sign != .other }.compactMap { $0.reasonUnused(besides: chosen) },
      candidates.filter { $0.sign == .other }.map { ($0.path, $0.problem) },
    ].flatMap { $0.sorted { $0.path.utf8.lexicographicallyPrecedes($1.path.utf8) } }
    // Each learner of a class may have files of other exercises.
    let others = unused.filter { $0.reason == HandedInFile.otherExercise }.map(\.path)
    let own = unused.filter { $0.reason != HandedInFile.otherExercise }
    let list = others.prefix(20).joined(separator: ", ")
    let more = others.count > 20 ? " and \(others.count - 20) more" : ""
    self.unused =
      own.prefix(20).map { "\($0.path) (\($0.reason))" }
      + (own.count > 20 ? ["\(own.count - 20) more files"] : [])
      + (others.isEmpty ? [] : ["\(list)\(more) (\(HandedInFile.otherExercise))"])
  }

  /// The file of an exercise. It does not exist if it was not handed in. If a folder of the path is
  /// a symbolic link, this is the link, which the grader refuses.
  package func file(for exercise: Exercise) -> URL {
    files[exercise.name]?.url
      ?? (folder ?? URL(filePath: "/dev/null")).appending(path: exercise.file)
  }

  package func text(
    of exercise: Exercise,
    read: (URL) throws(SubmittedFile.Refusal) -> String = SubmittedFile.text(of:)
  ) throws(SubmittedFile.Refusal) -> String {
    guard !isCutOff || files[exercise.name] != nil else {
      throw .init(verdict: .graderError, sentence: Scan.tooMany)
    }
    let isPack = files[exercise.name]?.sign.isPack == true
    let text: String
    do throws(SubmittedFile.Refusal) { text = try read(file(for: exercise)) } catch {
      let isDamaged = isPack && error.verdict == .build && error != .missing
      throw isDamaged ? Pack.damaged("it cannot be read (\(error.clause))") : error
    }
    return isPack || Pack.isPack(text) ? try Pack(text).work(of: exercise.name) : text
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
    !isLink(url) && (try? url.resourceValues(forKeys: [.isDirectoryKey]))?.isDirectory == true
  }
}

extension HandedInFile {
  /// The path, and why some of the file's work is not used. Nil if all is used.
  fileprivate func reasonUnused(besides chosen: [String: Self]) -> (path: String, reason: String)? {
    // URLs are compared, because `==` of paths ignores how a character is composed.
    let lost = exercises.filter { chosen[$0]?.url != url }.sorted()
    let winner = lost.compactMap { chosen[$0]?.path }.min() ?? "a later pack"
    let used =
      lost.count < exercises.count
      ? "other files were used for \(lost.joined(separator: ", "))" : "\(winner) was used"
    let reasons = [lost.isEmpty ? "" : used, problem].filter { !$0.isEmpty }
    return reasons.isEmpty ? nil : (path, reasons.joined(separator: "; "))
  }
}

/// The files of a submission, in its folder and subfolders, without following links.
private struct Scan {
  static let limit = 400
  static let cutOff = "it and what follows: more than \(limit) files were handed in"
  static let tooMany =
    "More than \(limit) files were handed in. Ask for the exercises' files alone."
  private static let maximumDepth = 20

  let exercises: [Exercise]
  let names: Set<String>
  let package: PackageFolder?
  var files: [HandedInFile] = []
  var others: [HandedInFile] = []
  var skipped: [(path: String, reason: String)] = []

  /// The root is the folder of the workbook that contains the folder.
  mutating func take(folder: URL, path: String, depth: Int, root: String? = nil) {
    let entries = Submission.entries(of: folder).map { name in
      let url = folder.appending(path: name)
      return (name: name, url: url, isFolder: Submission.isFolder(url))
    }
    let isWorkbook = entries.contains { $0.name == "Chapters" }
    if isWorkbook { takePlaces(in: folder, path: path) }
    let root = isWorkbook ? path : root
    // Files come first, so that the limit is not reached in a subfolder before them.
    for isFolder in [false, true] {
      for (name, url, _) in entries.filter({ $0.isFolder == isFolder }) {
        let path = path + name
        if files.count >= Self.limit {
          if skipped.last?.reason != Self.cutOff { skipped.append((path, Self.cutOff)) }
          return
        } else if !isFolder {
          take(file: url, path: path, root: root)
        } else if access(url.path, R_OK) != 0 {
          skipped.append((path, "it cannot be read"))
        } else if depth < Self.maximumDepth {
          take(folder: url, path: path + "/", depth: depth + 1, root: root)
        } else {
          skipped.append((path, "it is in more than \(Self.maximumDepth) folders"))
        }
      }
    }
  }

  /// Takes the files that a copy of the workbook adds. Lists those in its parts with solutions.
  private mutating func take(file url: URL, path: String, root: String?) {
    let (name, place) = (url.lastPathComponent, String(path.dropFirst(root?.count ?? 0)))
    // The grading copy may itself have a pack or a learner's file in its outer folder.
    let isAuthors =
      (place.contains("/") || name == "Package.swift")
      && package.map { access($0.url.appending(path: place).path, F_OK) == 0 } == true
    // Another version of the workbook may have its pages elsewhere.
    let isChapter =
      place.hasPrefix("Chapters/")
      && (!name.hasSwiftSuffix || name == "Exercise.swift"
        || place.contains(/^Chapters\/[^\/]+\/(?!Exercises\/|Rungs\/)[^\/]+\//))
    guard root == nil || !isAuthors && !isChapter else { return }
    if root != nil && ["Docs/", "Sources/", "Tests/"].contains(where: place.hasPrefix)
      || path.contains("Tests/GradingTests/")
      || path.contains("Sources/Exercises/") && path.contains(/Sources\/Exercises\/.*\//)
    {
      guard name.hasSwiftSuffix, names.contains(CanvasName(name)?.exercise ?? "") else { return }
      return skipped.append((path, "it is among the authors' files: move it"))
    }
    let file = HandedInFile(url, path: path, among: names)
    if file.sign == .other { others.append(file) } else { files.append(file) }
  }

  private mutating func takePlaces(in folder: URL, path: String) {
    for exercise in exercises {
      let names = exercise.file.split(separator: "/")
      let paths = names.indices.map { names[...$0].joined(separator: "/") }
      let place = paths.first { Submission.isLink(folder.appending(path: $0)) } ?? exercise.file
      let url = folder.appending(path: place)
      if Submission.isLink(url) || FileManager.default.fileExists(atPath: url.path) {
        files.append(
          HandedInFile(
            url: url, path: path + place, name: CanvasName(url.lastPathComponent), sign: .place,
            exercises: [exercise.name], problem: ""))
      }
    }
  }
}
