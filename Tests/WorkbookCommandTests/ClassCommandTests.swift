import Foundation
import Grading
import Terminal
import TestSupport
import Testing

@testable import WorkbookCommand

@Suite(.blocking)
struct `The command class`: ~Copyable {
  let workshop: Workshop

  init() throws {
    let workshop = try Workshop()
    for learner in ["ann", "bob", "cid"] { try workshop.handIn(Workshop.refused, by: learner) }
    self.workshop = workshop
  }

  @Test
  func `grades a class and, in another run, only what has changed, for a column of the course`()
    throws
  {
    let solution = try #require(workshop.solution.text)
    for learner in ["ann", "bob"] { try workshop.handIn(solution, by: learner) }
    try workshop.folder.file("roster.csv").write("learner,name\nann,Ann\nbob,Bob\ndan,Dan\n")
    let printed = workshop.run(
      "class", "handed-in", "--to", "results", "--roster", "roster.csv", "--seed", "9")
    let lines = printed.output.split(separator: "\n").map(String.init)
    #expect(
      Set(lines.prefix(3)) == ["ann: 5 of 5 points", "bob: 5 of 5 points", "cid: 0 of 5 points"])
    #expect(lines.contains { $0.hasPrefix("4 learners, median 5.0 of 5 points, seed 9, ") })
    #expect(
      printed.complaints
        == "workbook: “cid” is not in roster.csv: its points are in the reports, without an id and a due "
        + "date\nworkbook: “Dan”, line 4 of roster.csv, has handed in nothing: 0 points\n")
    #expect(printed.status == .success)
    let gradebook = try #require(workshop.folder.file("results/gradebook.csv").text)
    #expect(
      gradebook.contains(
        "\r\nann,Ann,5,5,0,0,0,5,5 of 5 points.\r\nbob,Bob,5,5,0,0,0,5,5 of 5 points.\r\ncid,cid,0,0"
      ))
    let kept = workshop.folder.file("results/data/graded").names
    try workshop.folder.file("results/adjustments.csv").write("learner,points,reason\ncid,2,talk\n")
    let again = workshop.run("class", "handed-in", "--to", "results")
    #expect(again.output.contains("\ncid: 2 of 5 points (0 by the checks)\n"))
    #expect(again.output.contains("seed 9, "))
    #expect(
      again.complaints.hasPrefix(
        "workbook: the roster is that of the last run: pass --roster for another one, or remove "
          + "data/roster.csv from the folder of the results to grade without one\n"
          + "workbook: “cid” is not in data/roster.csv: "))
    let week = workshop.run(
      "class", "handed-in", "--to", "results", "--exercises", " publishsubject", "--points", "20",
      "--column", "Week 1", "--anonymous")
    let canvas = try #require(workshop.folder.file("results/canvas.csv").text)
    #expect(week.status == .success)
    #expect(canvas.contains(",Week 1\r\n\"    Points Possible\",,,,,20\r\nAnn,,,,,20\r\n"))
    for path in ["results/index.html", "results/pairs.html"] {
      let page = try #require(workshop.folder.file(path).text)
      #expect(!page.contains(">Ann<") && !page.contains(">Bob<"))
      #expect(page.contains("<bdi>learner "))
    }
    let keptAgain = workshop.folder.file("results/data/graded").names
    let grade = workshop.run("grade", "results").complaints
    #expect(grade.hasSuffix(" has results of `class`: pass the folder of a submission\n"))
    #expect(kept.count == 2 && keptAgain == kept)
  }

  @Test
  func `writes no escape codes from names, and keeps nothing of a run that is refused`() throws {
    for name in ["\u{1B}[31mred\u{1B}[0m", "\u{9B}31mblue"] {
      let folder = workshop.folder.file("names/\(name)")
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }
    try workshop.folder.file("roster.csv").write("name\n\u{1B}[32mgreen\n")
    let results = workshop.folder.file("results")
    let command = ["class", "names", "--to", "results", "--roster", "roster.csv"]
    let printed = workshop.run(command)
    #expect(printed.complaints.contains("workbook: “red” has no file of an exercise: 0 points\n"))
    #expect(printed.output.contains("red: 0 of 5 points\n"))
    // An existing name as the gradebook shows it, and an unknown name.
    try results.appending(path: "adjustments.csv").write(
      "learner,points\nred,1\n\u{1B}[1mx,1\nred,\n")
    let records = { ["run", "course"].map { results.appending(path: "data/\($0).json").text } }
    let kept = records()
    let refused = workshop.run(command + ["--seed", "9", "--points", "7"])
    #expect(refused.status == .usage && records() == kept)
    #expect(
      refused.complaints.contains(
        "workbook: adjustments.csv, line 3, names “x”, which fits no learner"))
    #expect(
      refused.complaints.hasSuffix(
        "\nworkbook: adjustments.csv, line 4, has the points “”: write "
          + "whole or half points, such as -3 or 1.5\n"))
    let paths = (FileManager.default.subpaths(atPath: results.path) ?? [])
      .filter { !$0.hasPrefix("data") && $0 != "adjustments.csv" }
    let texts =
      paths.compactMap { results.appending(path: $0).text }
      + [printed.output, printed.complaints, refused.output, refused.complaints]
    #expect(texts.count > 10)
    for code in ["\u{1B}", "\u{9B}", "\\u001b", "\\u001B"] {
      #expect(!texts.contains { $0.contains(code) })
    }
  }

  @Test
  func `refuses an exercise that only the teacher's copy grades, as grade and verify do`() throws {
    let workshop = try Workshop(gradedByTeacher: true)
    let sentence =
      "workbook: this copy does not grade PublishSubject: use the teacher's copy\n"
    let grading = ["class", "Sources", "--to", "results", "--exercises", "PublishSubject"]
    for command in [grading, ["grade", "Sources"], ["verify", "PublishSubject"]] {
      let refused = workshop.run(command)
      #expect(refused.complaints == sentence && refused.status == .usage)
    }
    let others = try Workshop(rungs: "RelayHub", gradedByTeacher: true)
    let graded = others.run("grade", "Sources/CSQLite")
    #expect(graded.complaints.hasPrefix(sentence))
    #expect(graded.output.contains("RelayHub") && !graded.output.contains("PublishSubject"))
  }

  @Test
  func `grades and joins parts with their options, and keeps nothing of a merge that is refused`()
    throws
  {
    let parts = try ["1/2", "2/2", "1/2"].map { shard in
      let part = "p\(shard.prefix(1))"
      let kept = workshop.folder.file("\(part)/data/course.json")
      if let text = kept.text { try kept.write(text.replacing("PublishSubject", with: "Feed")) }
      return workshop.run("class", "handed-in", "--to", part, "--shard", shard, "--points", "20")
    }
    let note = "workbook: the last run here graded Feed; this one grades PublishSubject\n"
    #expect(parts.map(\.complaints) == ["", "", note])
    #expect(parts.allSatisfy { $0.output.hasSuffix(" graded; join the parts with --merge\n") })
    let adjusted = workshop.folder.file("p1/adjustments.csv")
    try adjusted.write("learner,points\ndan,1\n")
    let part = workshop.run("class", "handed-in", "--to", "p1", "--shard", "1/2")
    #expect(part.complaints.hasPrefix("workbook: adjustments.csv, line 2, names “dan”, which "))
    try adjusted.write("learner,points\n")
    let results = workshop.folder.file("results")
    let adjustments = results.appending(path: "adjustments.csv")
    try adjustments.write("learner,points\ndan,1\n")
    let refused = workshop.run("class", "--merge", "p1", "p2", "--to", "results")
    #expect(refused.complaints.hasPrefix("workbook: adjustments.csv, line 2, names “dan”, which "))
    #expect(results.appending(path: "data").names == ["lock"])
    try adjustments.write("learner,points\ncid,1\n")
    let joined = workshop.run("class", "--merge", "p1", "p2", "--to", "results")
    #expect(joined.complaints == "" && joined.status == .success)
    let canvas = results.appending(path: "canvas.csv").text
    #expect(canvas?.hasSuffix(",20\r\nann,,,,,0\r\nbob,,,,,0\r\ncid,,,,,4\r\n") == true)
  }

  @Test(.exitTest)
  func `stores nothing without room for temporary files`() async throws {
    await #expect(processExitsWith: .success) {
      let test = try `The command class`()
      ResourceLimit.fileSize.set(1 << 20)
      let refused = test.workshop.run("class", "handed-in", "--to", "results")
      #expect(refused.complaints.contains(" cannot hold temporary files "))
      #expect(!FileManager.default.fileExists(atPath: test.workshop.folder.file("results").path))
    }
  }

  /// Arguments and the complaint about them.
  private static let refused = """
    class handed-in => class needs --to FOLDER for the results
    class handed-in --to handed-in/results => \
    --to "…/handed-in/results" is in a folder that is read: choose a folder elsewhere
    class handed-in --to results --shard 9/8 => --shard takes a part such as 3/8, not "9/8"
    class handed-in --to results --isolation foo => \
    there is no isolation "foo"; class --help shows all
    class handed-in --to results --late ten => --late takes a whole number from 0 to 100, not "ten"
    class handed-in --to results --grace 1h => \
    --grace takes a whole number of minutes from 0 to 1440, not "1h"
    class handed-in --to results --merge --seed 1 => \
    --merge joins what was graded; leave out --shard and --seed
    class --merge Sources --to results => \
    "…/Sources" is not a result of `workbook class`: pass folders that it wrote
    class handed-in --to Package.swift/results => …/Package.swift cannot be written: \
    Not a directory. A part of the path is a file: move it away.
    class handed-in --to Sources => \
    --to "…/Sources" has files and no results of `class`: choose an empty or new folder
    class handed-in --to results --exercises PublishSubjct => \
    there is no exercise "PublishSubjct"; the nearest is PublishSubject, and list shows all
    class handed-in --to results --exercises PublishSubject,secondObserver => \
    SecondObserver is a first rung, which has no points: name an exercise
    class handed-in --to results --roster none.csv => there is no roster "…/none.csv"
    class handedin --to results --roster none.csv => \
    "…/handedin" is not a readable folder: pass the folder of submissions
    """.split(separator: "\n").map { $0.components(separatedBy: " => ") }

  @Test(arguments: refused)
  func `refuses invalid arguments with a remedy`(row: [String]) {
    let printed = workshop.run(row[0].components(separatedBy: " "))
    let complaints = printed.complaints.replacing(workshop.folder.url.path, with: "…")
    #expect(complaints == "workbook: \(row[1])\n")
    #expect(printed.status == (row[1].contains("cannot be written") ? .cannotWrite : .usage))
    #expect(printed.output == "")
    #expect(!FileManager.default.fileExists(atPath: workshop.folder.file("results").path))
  }
}

extension Workshop {
  fileprivate func handIn(_ text: String, by learner: String) throws {
    try folder.file("handed-in/\(learner)/PublishSubject.swift").write(text)
  }
}
