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

  @Test
  func `is the candidate with the fewest changes, and the first of equals`() {
    let slugs = ["publish-subject", "behavior-subject", "replay-subject", "relays"]
    let named = ["publish-subjct", "replay", "relay", "x", ""].map { $0.nearest(among: slugs) }
    #expect(named == ["publish-subject", "relays", "relays", "relays", "relays"])
    #expect("x".nearest(among: []) == nil)
  }
}
