import Concurrency
import TestSupport
import Testing
import Workbook

@testable import Chapter_ConfinedStore
@testable import Chapter_DDA
@testable import Chapter_Repository
@testable import Chapter_StorageChain
@testable import Chapter_Subjects

// Both chapters have a namespace `Program`.
private typealias ConfinedStoreProgram = Chapter_ConfinedStore.Program.ConfinedStore
private typealias RepositoryProgram = Chapter_Repository.Program.Repository

@Suite(.blocking)
struct `A console block` {
  /// The chapters by their programs' names.
  static let chapters: [String: any Chapter.Type] = [
    ConfinedStoreProgram.programName: ConfinedStoreProgram.self,
    DDA.programName: DDA.self, RepositoryProgram.programName: RepositoryProgram.self,
    StorageChain.programName: StorageChain.self, Subjects.programName: Subjects.self,
  ]

  @Test(arguments: Place.all("console").filter { !$0.isAboutTheCommand })
  func `shows exactly what its commands print`(place: Place) async throws {
    let runs = try Run.all(in: place.fence.lines)
    #expect(!runs.isEmpty, "the block has no command")
    for run in runs {
      let chapter = try #require(Self.chapters[run.program], "no such program: \(run.program)")
      let printed =
        if let drawn = Run.drawn[run.command] { drawn.lines } else {
          await chapter.printed(by: run.arguments, asking: run.reader).screen
        }
      #expect(
        printed == run.output, "the program's output is on the left, the document's on the right")
    }
  }

  /// Each of these characters takes one column.
  @Test
  func `shows pictures of at most 80 columns`() {
    for run in Run.drawn.values {
      let lines = run.picture.split(separator: "\n")
      #expect(lines.count > 1, "\(run.command)")
      #expect(lines.filter { $0.count > 80 } == [], "\(run.command)")
      #expect(run.picture.filter { !$0.isASCII && !"─│◀▶●“”".contains($0) } == "", "\(run.command)")
    }
  }

  @Test(arguments: Place.all("sh"))
  func `of another kind names only chapters, pages and options that exist`(place: Place)
    async throws
  {
    for line in place.fence.lines {
      guard let command = line.wholeMatch(of: /swift run (Chapter-\S+|workbook)([^#]*)(#.*)?/)
      else { continue }
      let arguments = command.output.2.split(separator: " ").map(String.init)
      guard command.output.1 != "workbook" else {
        try Session.read(arguments)
        continue
      }
      let chapter = try #require(
        Self.chapters[String(command.output.1)], "no such program: \(line)")
      // `--help` parses the whole line without running a page, which may request a missing server.
      let printed = await chapter.printed(by: arguments + ["--help"])
      #expect(printed.status == 0, "\(line): \(printed.complaints)")
    }
  }
}

/// A command in a console block, and the output below it.
struct Run: Equatable {
  let program: String
  let arguments: [String]
  let output: String

  /// A reader who types the answers in the output, or nil if the command asks no questions.
  var reader: (@Sendable (_ prompt: String) -> String?)? {
    guard arguments.contains("--predict") else { return nil }
    let answers = output.matches(of: /(?m)^line \d+ of \d+(?: \(A to [B-D]\))?: (.*)$/)
      .map { String($0.output.1) }
    let rest = Locked(answers.reversed() as [String])
    return { _ in rest.withLock { $0.popLast() } }
  }

  /// The command as text.
  var command: String { ([program] + arguments).joined(separator: " ") }

  /// The runs that draw a page, by the command without `--draw`. They print the same lines, then a
  /// blank line and the picture (`A chapter` in WorkbookTests), so comparing them once is enough.
  static let drawn: [String: Run] = {
    var drawn: [String: Run] = [:]
    for place in Place.all("console") where !place.isAboutTheCommand {
      for run in (try? all(in: place.fence.lines)) ?? [] where run.isDrawn {
        drawn[run.command.replacing(" --draw", with: "")] = run
      }
    }
    return drawn
  }()

  private var isDrawn: Bool { arguments.last == "--draw" }

  /// The output before the picture.
  var lines: String {
    guard isDrawn, let end = output.firstRange(of: "\n\n") else { return output }
    return output[..<end.lowerBound] + "\n"
  }

  /// The picture after the lines.
  var picture: Substring { output.firstRange(of: "\n\n").map { output[$0.upperBound...] } ?? "" }

  struct NotACommand: Error {
    let line: String
  }

  static func all(in lines: [String]) throws -> [Run] {
    var runs: [Run] = []
    for line in lines {
      if let command = line.wholeMatch(of: /\$ swift run (\S+)(.*)/)?.output {
        let arguments = command.2.split(separator: " ").map(String.init)
        runs.append(Run(program: String(command.1), arguments: arguments, output: ""))
      } else if let run = runs.popLast(), !line.hasPrefix("$ ") {
        runs.append(
          Run(program: run.program, arguments: run.arguments, output: run.output + line + "\n"))
      } else {
        throw NotACommand(line: line)
      }
    }
    return runs
  }
}
