package import Foundation
package import Grading

/// A submission, of which only the exercises' own files are read.
package struct Submission: Sendable {
  private enum Place: Sendable {
    case folder(URL)
    /// The files by the names of their exercises, and those of former attempts.
    case files([String: URL], former: [URL])
  }

  private let place: Place

  /// - Parameter folder: The folder that was handed in, or one around it.
  package init(folder: URL) {
    place = .folder(Self.nested(in: folder) ?? folder)
  }

  /// The one folder in a folder that has Swift files or the workbook's folders, if those are not in the folder itself.
  private static func nested(in folder: URL) -> URL? {
    let hasWork = { (url: URL) in
      entries(of: url).contains { $0 == "Chapters" || $0.hasSwiftSuffix }
    }
    guard !hasWork(folder) else { return nil }
    let folders = entries(of: folder).map {
      folder.appending(path: $0, directoryHint: .isDirectory)
    }
    .filter { !isLink($0) && hasWork($0) }
    return folders.count == 1 ? folders[0] : nil
  }

  init(files: [String: URL], former: [URL] = []) { place = .files(files, former: former) }

  /// The file of an exercise: in its folder below `Chapters`, or `NAME.swift` at the top, or else with the words that Canvas
  /// and Moodle put before the name. Of several attempts, such as `NAME-1.swift`, the latest by number counts.
  ///
  /// If a folder of the path is a symbolic link, this is the link, since it may lead to any file and the grader refuses
  /// links.
  package func file(for exercise: Exercise) -> URL {
    switch place {
    case .files(let files, _):
      return files[exercise.name] ?? URL(filePath: "/dev/null/\(exercise.name).swift")
    case .folder(let folder):
      let atItsPlace = Self.reachable(
        exercise.folder.split(separator: "/").map(String.init) + ["Exercise.swift"], in: folder)
      if Self.exists(atItsPlace) { return atItsPlace }
      let attempts = Self.entries(of: folder).compactMap { entry in
        CanvasName(entry).flatMap { $0.exercise == exercise.name ? (entry, $0) : nil }
      }
      let own = attempts.filter { $0.1.learner.isEmpty }
      let latest = (own.isEmpty ? attempts : own).max { $0.1.precedes($1.1) }
      return latest.map { folder.appending(path: $0.0) } ?? atItsPlace
    }
  }

  /// Why files that were there, or may be there, cannot be read. Nil if what is missing was not handed in.
  var refusal: SubmittedFile.Refusal? {
    let path =
      switch place {
      case .folder(let folder): folder.path
      case .files(let files, _): files.values.map(\.path).first { access($0, F_OK) != 0 }
      }
    guard let path, access(path, R_OK) != 0 else { return nil }
    return SubmittedFile.Refusal(
      verdict: .graderError,
      sentence: "The submission cannot be read: \(String(cString: strerror(errno))). Grade again "
        + "when it can.")
  }

  /// The Swift files that were seen and are not graded, by their paths, at most 20, and folders that cannot be read. Of a copy of the whole workbook, those
  /// beside its own.
  package func unusedFiles(besides exercises: [Exercise]) -> [String] {
    let folder: URL
    switch place {
    case .folder(let url): folder = url
    case .files(_, let former):
      let names = former.map(\.lastPathComponent)
      return names.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    }
    let used = Set(exercises.map { file(for: $0).standardizedFileURL.path })
    let isWorkbook = FileManager.default.fileExists(
      atPath: folder.appending(path: "Chapters").path)
    let files = Self.swiftFiles(in: folder, depth: isWorkbook ? 0 : 2)
      .filter { !used.contains(folder.appending(path: $0).standardizedFileURL.path) }
      .filter { !isWorkbook || $0 != "Package.swift" }
    return Array(files.prefix(20))
  }

  /// The paths of Swift files, without following links.
  private static func swiftFiles(in folder: URL, depth: Int) -> [String] {
    var files: [String] = []
    for entry in entries(of: folder) where files.count <= 40 {
      let url = folder.appending(path: entry)
      if entry.hasSwiftSuffix {
        files.append(entry)
      } else if depth > 0, !isLink(url), access(url.path, R_OK) != 0 {
        files.append("\(entry) (cannot be read)")
      } else if depth > 0, !isLink(url) {
        files += swiftFiles(in: url, depth: depth - 1).map { "\(entry)/\($0)" }
      }
    }
    return files
  }

  /// The visible names in a folder, sorted by their bytes. Empty for anything but a folder.
  static func entries(of folder: URL) -> [String] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    return names.filter { !$0.hasPrefix(".") && $0 != "__MACOSX" }
      .sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }

  static func isLink(_ url: URL) -> Bool {
    (try? FileManager.default.destinationOfSymbolicLink(atPath: url.path)) != nil
  }

  private static func reachable(_ names: [String], in folder: URL) -> URL {
    var url = folder
    for name in names {
      url.append(path: name)
      if isLink(url) { return url }
    }
    return url
  }

  private static func exists(_ url: URL) -> Bool {
    isLink(url) || FileManager.default.fileExists(atPath: url.path)
  }
}

extension String {
  /// Whether it is the name of a Swift file, in any case.
  fileprivate var hasSwiftSuffix: Bool { lowercased().hasSuffix(".swift") }
}

/// The name of a file: `PublishSubject-1.swift`, `ann_PublishSubject.swift`, as Canvas writes it
/// `leeann_LATE_123_456_PublishSubject-1.swift`, or as Moodle does `Ann Lee_123_assignsubmission_file_PublishSubject.swift`.
struct CanvasName: Equatable {
  /// Empty for the name of an exercise alone.
  let learner: String
  let identifier: String?
  let exercise: String
  /// Whether Canvas has marked it as late. Nil for another name.
  let isLate: Bool?
  /// Canvas's number of the file, which grows.
  private let attachment: Int
  private let attempt: Int

  /// Nil for another name.
  init?(_ name: String) {
    guard name.hasSuffix(".swift") else { return nil }
    var parts = name.dropLast(6).split(separator: "_", omittingEmptySubsequences: false)
    guard var last = parts.popLast() else { return nil }
    var attempt = 0
    if let hyphen = last.lastIndex(of: "-"), let number = Int(last[hyphen...].dropFirst()) {
      last = last[..<hyphen]
      attempt = number
    }
    self.attempt = attempt
    exercise = String(last)
    var number: Substring?
    var attachment = 0
    var isLate: Bool?
    if parts.count > 3, parts.suffix(2) == ["assignsubmission", "file"] {
      number = parts[parts.count - 3]
      parts.removeLast(3)
    } else if parts.count > 2, Int(parts[parts.count - 2]) != nil, let last = Int(parts.last ?? "")
    {
      number = parts[parts.count - 2]
      attachment = last
      parts.removeLast(2)
      isLate = parts.count > 1 && parts.last == "LATE"
      if isLate == true { parts.removeLast() }
    }
    self.isLate = isLate
    self.attachment = attachment
    identifier = number.map { String($0) }
    learner = parts.joined(separator: "_")
    guard !learner.isEmpty || parts.isEmpty else { return nil }
  }

  /// Whether the file was handed in before the other one.
  func precedes(_ other: Self) -> Bool {
    (attachment, attempt) < (other.attachment, other.attempt)
  }
}
