import Foundation
import TestSupport
import Testing

struct `The benchmarks' program` {
  @Test
  func `leaves nothing in the temporary directory or at home`() throws {
    let temporary = try TemporaryFolder("benchmarks")
    let home = try TemporaryFolder("home")
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

  @Test
  func `removes the files of a killed run`() throws {
    let temporary = try TemporaryFolder("benchmarks")
    let stale = temporary.file("DataLayerWorkbook-0123456789abcdef")
    try FileManager.default.createDirectory(at: stale, withIntermediateDirectories: true)
    let ending = try BuiltProgram("Benchmarks").run(
      ["--list"], environment: ["TMPDIR": temporary.url.path])
    let left = temporary.names
    #expect(ending.status == 0)
    #expect(left == [])
  }
}
