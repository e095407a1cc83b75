import Foundation
import TestSupport
import Testing

struct `The benchmarks' program` {
  @Test
  func `leaves nothing in the temporary directory or at home`() throws {
    let temporary = try TemporaryFolder("benchmarks")
    let home = try TemporaryFolder("home")
    let ending = try BuiltProgram("Benchmarks").run(
      ["--rounds", "1", "a rename, from the call"],
      environment: ["TMPDIR": temporary.url.path, "HOME": home.url.path])
    let left = (temporary.names, home.names)
    #expect(ending.output.contains("DDA: a rename, from the call"))
    #expect(left == ([], []))
  }
}
