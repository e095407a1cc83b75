import Testing

@testable import Terminal

struct `The nearest name` {
  @Test(arguments: [
    ("", "", 0), ("hub", "hub", 0), ("hub", "", 3), ("", "hub", 3), ("hub", "hab", 1),
    ("hub", "hubs", 1), ("hub", "ub", 1), ("hbu", "hub", 1), ("relay", "early", 4),
    ("kitten", "sitting", 3),
  ])
  func `counts inserted, removed, replaced and swapped letters`(
    source: String, target: String, distance: Int
  ) {
    let measured = (source.distance(to: target), target.distance(to: source))
    #expect(measured == (distance, distance))
  }

  @Test(arguments: [
    ("publish-subjct", "publish-subject"), ("publish", "publish-subject"), ("relay", "relays"),
    ("state", "page-state"), ("HUB", "hub"), ("subject", "replay-subject"), ("zub", "hub"),
    ("relys", "relays"),
  ])
  func `begins with what was typed, or contains it, or has the fewest changes`(
    typed: String, nearest: String
  ) {
    let slugs = ["publish-subject", "replay-subject", "relays", "page-state", "hub"]
    let named = typed.nearest(among: slugs)
    #expect(named == nearest)
    #expect(typed.nearest(among: []) == nil)
  }

  @Test(arguments: ["", "-", "u", "early", "colour", "publisher", "\u{1B}[31m"])
  func `is none when none is near`(typed: String) {
    let slugs = ["publish-subject", "replay-subject", "relays", "page-state", "hub"]
    #expect(typed.nearest(among: slugs) == nil)
  }
}
