import Terminal
import Testing

struct `Bold text` {
  @Test(arguments: [
    ([:], false), (["TERM": "xterm"], true), (["TERM": "dumb"], false),
    (["TERM": "xterm", "NO_COLOR": "1"], false), (["TERM": "xterm", "NO_COLOR": ""], true),
  ])
  func `is welcome unless the reader's environment says no`(
    environment: [String: String], expected: Bool
  ) {
    let isWelcome = Style.isWelcome(in: environment)
    #expect(isWelcome == expected)
  }
}
