import Foundation
import Terminal
import TestSupport
import Testing

@testable import Benchmarks

struct `The benchmarks' command line` {
  @Test
  func `accepts options and words in any order`() throws {
    let options = try Options(["Publish", "--rounds", "7", "value"])
    #expect(options.action == .measure)
    #expect(options.rounds == 7)
    #expect(options.words == ["Publish", "value"])
  }

  @Test
  func `prefers help to the list, whichever came first`() throws {
    let actions = try [["--help", "--list"], ["--list", "--help"], ["--list"]].map {
      try Options($0).action
    }
    #expect(actions == [.help, .help, .list])
  }

  @Test(arguments: [
    (["--lst"], #"there is no option "--lst"; the nearest is --list, and --help shows all"#),
    (["--rounds", "0"], #"--rounds takes a whole number above 0, not "0""#),
    (["--rounds", "x\n"], #"--rounds takes a whole number above 0, not "x\n""#),
  ])
  func `rejects an invalid argument in one line`(arguments: [String], message: String) {
    let error = #expect(throws: UsageError.self) { try Options(arguments) }
    #expect(error?.description == message)
  }

  @Test
  func `selects by any of the words, in any case, and refuses a word that selects nothing`() throws
  {
    let selected = try Comparison.selected(by: ["RELAY", "map"]).joined().map(\.name)
    let error = #expect(throws: UsageError.self) {
      try Comparison.selected(by: ["relay", "colour"])
    }
    #expect(selected == ["onNext through map × 3", "BehaviorRelay.value"])
    #expect(error?.description == #"no comparison has "colour" in its name; --list shows all"#)
  }
}

struct `The benchmarks' program` {
  @Test
  func `lists each name once, also that of the grading of a class`() throws {
    let names = try BuiltProgram("Benchmarks").run(["--list"]).output.split(separator: "\n")
    #expect(Set(names).count == names.count)
    #expect(names.last?.hasPrefix("class: ") == true)
    let named = try BuiltProgram("Benchmarks").run(["--list", "class"]).output
    #expect(named == "\(names.last ?? "")\n")
  }

  @Test
  func `leaves nothing in the temporary directory, also of a killed run, or at home`() throws {
    let temporary = try TemporaryFolder("benchmarks")
    let home = try TemporaryFolder("home")
    let stale = temporary.file("DataLayerWorkbook-0123456789abcdef")
    try FileManager.default.createDirectory(at: stale, withIntermediateDirectories: true)
    let ending = try BuiltProgram("Benchmarks").run(
      ["--rounds", "1", "chain read"],
      environment: ["TMPDIR": temporary.url.path, "HOME": home.url.path])
    let left = (temporary.names, home.names)
    #expect(ending.output.contains("chain read that hits memory"))
    #expect(left == ([], []))
  }

  /// The other signals are handled alike: see `Termination signals` in ProcessesTests.
  @Test
  func `removes its files and ends with the signal that interrupts it`() throws {
    let temporary = try TemporaryFolder("benchmarks")
    // A shell redirects standard error, so that the test can wait for the line that precedes the
    // measurements.
    let run = try BuiltProgram(at: URL(filePath: "/bin/sh")).start(
      [
        "-c", #"exec "$0" "$@" 2>&1"#, BuiltProgram("Benchmarks").executable.path,
        "--rounds", "1000000", "chain read",
      ],
      environment: ["TMPDIR": temporary.url.path])
    try #require(run.line()?.contains("a debug build") == true)
    run.send(SIGINT)
    let ending = run.ending()
    let left = temporary.names
    #expect(ending.status == SIGINT)
    #expect(!ending.isExit)
    #expect(left == [])
  }
}
