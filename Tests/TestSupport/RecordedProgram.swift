public import Foundation

/// A run of a chapter's program with `--record`. Each program runs once for all tests.
public struct RecordedProgram: Sendable {
  public let ending: BuiltProgram.ExecutionResult
  /// The recordings of its pages, as JSON.
  public let recording: Data

  /// The lines under each heading, without blank lines between pages.
  public var pages: [(slug: String, lines: [Substring])] {
    ending.output.split(separator: "\n").reduce(into: []) { pages, line in
      if let slug = line.wholeMatch(of: /--- (\S+) ---/)?.output.1 {
        pages.append((String(slug), []))
      } else {
        pages[pages.count - 1].lines.append(line)
      }
    }
  }

  /// The runs of all chapters, by the names of their programs.
  public static let all = Result<[String: RecordedProgram], any Error> {
    let temporary = try TemporaryFolder("recordings")
    let names = ["Subjects", "Repository", "StorageChain", "DDA", "ConfinedStore"]
    let runs = try names.map { "Chapter-\($0)" }.map { name in
      (name, try BuiltProgram(name).start(["--record", temporary.file(name).path]))
    }
    return try runs.reduce(into: [:]) { all, run in
      all[run.0] = RecordedProgram(
        ending: run.1.ending(), recording: try Data(contentsOf: temporary.file(run.0)))
    }
  }
}
