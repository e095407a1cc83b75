internal import Foundation
package import Grading
internal import LayeredStorage
package import Subcommands

/// The reports of one run, which replace the previous ones together.
///
/// They are written below `data/new`. ``publish()`` renames it to `data/ready` and moves each
/// report to its place; the next run completes an interrupted move. Until all are moved,
/// `data/former` holds the previous reports, restored if one cannot be replaced.
package struct NewReports: Sendable {
  private static let new = "data/new"
  private static let ready = "data/ready"
  private static let former = "data/former"

  package let results: ResultFolder

  /// Completes a set of reports that a stopped run has begun to publish, and removes any other.
  package init(in results: ResultFolder) throws(FileError) {
    self.results = results
    try move()
    discard()
  }

  func write(_ text: String, to path: String) throws(FileError) {
    try results.write(Data(text.utf8), to: "\(Self.new)/\(path)", for: path)
  }

  package func discard() { remove(Self.new) }

  private func remove(_ folder: String) {
    try? FileManager.default.removeItem(at: results.url.appending(path: folder))
  }

  /// Replaces the previous reports, or throws and restores them.
  func publish() throws(FileError) {
    try rename(Self.new, to: Self.ready, for: Self.ready)
    try move()
  }

  /// Gives a report the permissions of the previous one. Refuses to replace a folder.
  private func prepare(_ path: String) throws(FileError) {
    let place = results.url.appending(path: path)
    let former = results.url.appending(path: "\(Self.former)/\(path)")
    do throws(SystemError) {
      for file in [place, former] { try File.makeDirectory(file.deletingLastPathComponent().path) }
    } catch { throw results.failure(path, .written, error) }
    var facts = stat()
    guard lstat(place.path, &facts) == 0 else { return }
    guard facts.st_mode & S_IFMT != S_IFDIR else {
      throw results.failure(path, .written, .isDirectory)
    }
    if facts.st_mode & S_IFMT == S_IFREG {
      chmod(results.url.appending(path: "\(Self.ready)/\(path)").path, facts.st_mode & 0o777)
    }
  }

  private func move() throws(FileError) {
    guard results.exists(Self.ready) else { return restore() }
    var isNew: [String] = []
    do throws(FileError) {
      let paths = paths(in: Self.ready)
      for path in paths { try prepare(path) }
      for path in paths {
        if results.exists(path) { try rename(path, to: "\(Self.former)/\(path)", for: path) }
        try rename("\(Self.ready)/\(path)", to: path, for: path)
        if !results.exists("\(Self.former)/\(path)") { isNew.append(path) }
      }
    } catch {
      isNew.forEach(remove)
      discard()
      // Renamed first, so that a later run does not complete what is left of it.
      try? rename(Self.ready, to: Self.new, for: Self.ready)
      discard()
      restore()
      throw error
    }
    try keepOwnFiles()
    removeFormerFeedback()
    discard()
    // Renamed first, so that a run that is killed here leaves all of it or nothing.
    try? rename(Self.former, to: Self.new, for: Self.former)
    remove(Self.ready)
    discard()
  }

  /// Replaced feedback that the previous reports do not name is the teacher's own. It is renamed,
  /// such as `bob.md` to `bob (1).md`. If the previous `class.json` cannot be read, all are.
  private func keepOwnFiles() throws(FileError) {
    let former = pages(in: "\(Self.former)/class.json") ?? []
    for path in paths(in: Self.former)
    where path.hasPrefix("feedback/") && !former.contains(page(path)) {
      var (free, number) = (path, 0)
      while results.exists(free) {
        number += 1
        free = path.replacing(/\.\w+$/) { " (\(number))\($0.output)" }
      }
      try rename("\(Self.former)/\(path)", to: free, for: path)
    }
  }

  /// Removes feedback that only the previous reports name.
  private func removeFormerFeedback() {
    guard let former = pages(in: "\(Self.former)/class.json"), let new = pages(in: "class.json")
    else { return }
    let obsolete = former.subtracting(new)
    results.remove(in: "feedback") { obsolete.contains(page("feedback/\($0)")) }
  }

  /// The pages of feedback that a `class.json` names. Nil if it is missing or damaged.
  private func pages(in file: String) -> Set<String>? {
    let reports = try? results.stored(ClassReports.self, at: file)
    return reports.map { Set($0.learners.compactMap(\.feedback)) }
  }

  private func page(_ path: String) -> String { path.replacing(/\.md$/, with: ".html") }

  private func restore() {
    for path in paths(in: Self.former) {
      try? rename("\(Self.former)/\(path)", to: path, for: path)
    }
  }

  private func rename(_ path: String, to other: String, for report: String) throws(FileError) {
    let (old, new) = (results.url.appending(path: path), results.url.appending(path: other))
    guard Foundation.rename(old.path, new.path) == 0 else {
      throw results.failure(report, .written, SystemError(rawValue: errno))
    }
  }

  /// The files below a folder, as paths relative to it, sorted.
  private func paths(in folder: String) -> [String] {
    let url = results.url.appending(path: folder)
    return (FileManager.default.subpaths(atPath: url.path) ?? []).sorted().filter {
      (try? url.appending(path: $0).resourceValues(forKeys: [.isDirectoryKey]).isDirectory) == false
    }
  }
}

extension NewReports {
  /// Compares the texts of a class and publishes all reports, with numbers for names if anonymous.
  package func publish(
    _ result: ClassResult, _ records: CourseRecords, package: PackageFolder, threads: Int,
    isAnonymous: Bool = false
  ) throws {
    let helped = result.exercises.enumerated().filter { place, _ in
      result.present.contains { $0.results[place].checks.contains { $0.help != nil } }
    }
    let help = try helped.map { _, exercise in (exercise.name, try package.help(of: exercise)) }
    let similarity = ClassSimilarity(
      result.present.compactMap(\.entry.snapshot), exercises: result.exercises, package: package,
      threads: threads, text: { try? results.text($0) })
    let shown = isAnonymous ? result.anonymous : result
    let statistics = ClassStatistics(result, help: Dictionary(uniqueKeysWithValues: help))
    for line in result.present {
      let feedback = Feedback(line: line, course: result)
      try write(feedback.markdown(), to: "feedback/\(line.slug).md")
      try write(feedback.html(), to: "feedback/\(line.slug).html")
    }
    try write(result.gradebook(), to: "gradebook.csv")
    try write(result.canvas(), to: "canvas.csv")
    try write(result.moodle(records.roster), to: "moodle.csv")
    try write(statistics.checksTable(), to: "checks.csv")
    try write(statistics.misconceptionsTable(), to: "misconceptions.csv")
    try write(similarity.table(), to: "similarity.csv")
    let pairs = PairsPage(similarity: similarity, names: shown.names, isAnonymous: isAnonymous)
    try write(pairs.html(), to: "pairs.html")
    let page = ClassPage(result: shown, statistics: statistics, similarity: similarity)
    try write(page.html(), to: "index.html")
    try write(result.json(statistics), to: "class.json")
    // The next run needs this.
    try write(JSONText.encode(records.kept(of: result)), to: CourseRecords.path)
    try publish()
  }
}

/// The part of a `class.json` that names feedback.
private struct ClassReports: Decodable {
  struct Learner: Decodable { let feedback: String? }
  let learners: [Learner]
}
