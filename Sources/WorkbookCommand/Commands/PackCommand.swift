internal import Foundation
internal import Grading
internal import Subcommands
internal import Terminal

struct PackCommand: Subcommand {
  private static let usualName = "workbook-pack.txt"

  static let summary = "write your exercises into one file, to hand it in"
  static let explanation =
    "Writes all exercises that you have changed into one text file, with your progress, and sizes "
    + "and hashes that reveal damage. `grade` and `class` read it. An existing pack is replaced; any "
    + "other file is left alone. Ends with status 1 if an exercise is left out, for example because "
    + "its file is too large."

  let to = Option(
    "--to", "FILE", takes: "the name of a file",
    help: "the file to write, by default \(usualName)"
  ) { $0 == "-" ? nil : $0 }

  func run(in context: CommandContext) throws -> ExitStatus {
    let path = to.value ?? Self.usualName
    let url = context.environment.file(path)
    let former = Files.isSpecial(url) ? nil : try Files.readIfPresent(url)
    guard former.map({ Pack.isPack(String(decoding: $0, as: UTF8.self)) }) ?? true else {
      throw UsageError("--to \(path.debugDescription) is a file, not a pack: choose another name")
    }
    let report = ListReport(in: context)
    var work: [(name: String, progress: String, text: String)] = []
    var leftOut: [String] = []
    for row in report.rows where !row.exercise.isRung {
      let exercise = row.exercise
      do throws(SubmittedFile.Refusal) {
        guard let text = try changedText(of: exercise, in: context) else { continue }
        let progress = row.word + (exercise.isGradedByTeacher ? "" : ", \(row.points) points")
        work.append((exercise.name, progress, text))
      } catch {
        context.complain("\(exercise.name) is left out. \(error.sentence)")
        leftOut.append(exercise.name)
      }
    }
    guard !work.isEmpty else {
      return context.fail(
        leftOut.isEmpty
          ? "all exercises are as they were handed out: there is nothing to hand in"
          : "no pack was written: all other exercises are as they were handed out")
    }
    let bytes = Data(Pack.text(of: work, summary: report.summary).utf8)
    guard bytes.count <= SubmittedFile.limit else {
      let largest = work.max { $0.text.utf8.count < $1.text.utf8.count }
      return context.fail(
        "the pack would have \(bytes.count.inKilobytes), and at most "
          + "\(SubmittedFile.limit.inKilobytes) are read: shorten your files, of which "
          + "\(largest?.name ?? "") is the largest")
    }
    try Files.write(bytes, to: url, makesFolder: false)
    work.map { (term: $0.name, text: $0.progress) }.aligned(indentation: 2)
      .forEach(context.output.line)
    let without = leftOut.isEmpty ? "" : ", without \(leftOut.joined(separator: ", "))"
    context.output.line("Hand in \(path), \(bytes.count.inKilobytes): \(report.summary)\(without)")
    return leftOut.isEmpty ? .success : .failure
  }

  /// Nil if it is untouched.
  private func changedText(
    of exercise: Exercise, in context: CommandContext
  ) throws(SubmittedFile.Refusal) -> String? {
    let text = try SubmittedFile.text(of: context.package.exercise(exercise))
    let stub = try SubmittedFile.text(of: context.package.stub(exercise))
    return text == stub ? nil : text
  }
}

extension Int {
  fileprivate var inKilobytes: String { "\((self + 1_023) / 1_024) KB" }
}
