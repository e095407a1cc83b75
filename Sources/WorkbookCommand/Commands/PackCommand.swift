internal import Foundation
internal import Grading
internal import Subcommands
internal import Terminal

struct PackCommand: Subcommand {
  private static let usualName = "workbook-pack.txt"

  static let summary = "write your exercises into one file, to hand it in"
  static let explanation =
    "Writes all exercises that are not as they were handed out into one text file, with your "
    + "progress, and sizes and hashes by which a damaged file is noticed. `grade` and `class` read "
    + "it. A pack that is there is replaced, and any other file is left alone."

  let to = Option("--to", "FILE", help: "the file to write, by default \(usualName)")

  func run(in context: CommandContext) throws -> ExitStatus {
    let path = to.value ?? Self.usualName
    let url = URL(filePath: path, relativeTo: context.environment.directory).absoluteURL
    let former = try Files.readIfPresent(url)
    guard former.map({ Pack.isPack(String(decoding: $0, as: UTF8.self)) }) ?? true else {
      throw UsageError("--to \(path.debugDescription) is a file and no pack: choose another name")
    }
    let report = ListReport(in: context)
    let work = report.rows.filter { !$0.exercise.isRung }.compactMap { row in
      text(of: row.exercise, in: context).map {
        (
          name: row.exercise.name,
          progress: "\(row.status.word), \(row.status.score) of \(row.exercise.maximum) points",
          text: $0
        )
      }
    }
    guard !work.isEmpty else {
      context.complain("all exercises are as they were handed out: there is nothing to hand in")
      return .failure
    }
    let bytes = Data(Pack.text(of: work, summary: report.summary).utf8)
    guard bytes.count <= SubmittedFile.limit else {
      let largest = work.max { $0.text.utf8.count < $1.text.utf8.count }
      context.complain(
        "the pack would have \(bytes.count.inKilobytes), and at most "
          + "\(SubmittedFile.limit.inKilobytes) are read: shorten your files, of which "
          + "\(largest?.name ?? "") is the largest")
      return .failure
    }
    try Files.write(bytes, to: url, makesFolder: false)
    work.map { (term: $0.name, text: $0.progress) }.aligned(indentation: 2)
      .forEach(context.output.line)
    context.output.line("Hand in \(path), \(bytes.count.inKilobytes): \(report.summary)")
    return .success
  }

  /// The text for an exercise. Nil if it is untouched, or if it cannot be graded, which is
  /// reported.
  private func text(of exercise: Exercise, in context: CommandContext) -> String? {
    do throws(SubmittedFile.Refusal) {
      let text = try SubmittedFile.text(of: context.package.exercise(exercise))
      let stub = try SubmittedFile.text(of: context.package.stub(exercise))
      return text == stub ? nil : text
    } catch {
      context.complain("\(exercise.name) is left out. \(error.sentence)")
      return nil
    }
  }
}

extension Int {
  /// A number of bytes: `2 KB`.
  fileprivate var inKilobytes: String { "\((self + 1_023) / 1_024) KB" }
}
