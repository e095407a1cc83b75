import TestSupport
import Testing

struct `The pages` {
  @Test
  func `report an unusable temporary directory, and create no files`() throws {
    let place = "/dev/null/confined-store"
    let ending = try BuiltProgram("Chapter-ConfinedStore").run(
      ["versions"], environment: ["TMPDIR": place])
    #expect(ending.output == "")
    #expect(
      ending.errors == """
        Chapter-ConfinedStore: \(place) cannot hold temporary files (Not a directory); \
        set TMPDIR to a folder that exists, can be written and has room

        """)
    #expect(ending.status == 74)
  }
}
