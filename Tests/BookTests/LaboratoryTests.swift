import Testing
import Workbook

@testable import Book

extension MovedObservers.Run {
  /// The events that each call sends, with the observer's number before each event and a comma
  /// between calls.
  var calls: String {
    let events = recording.events
    return events.indices.filter { events[$0].inside == nil }.map { call in
      events.filter { $0.inside == call + 1 && $0.kind != .line }
        .map { "\($0.to?.suffix(1) ?? "")\($0.kind == .complete ? "|" : $0.text)" }.joined()
    }
    .joined(separator: ",")
  }
}

struct `Two observers at any moment` {
  private let kinds = MovedObservers.record()

  @Test
  func `have a run for each pair of moments`() {
    #expect(kinds.count == 12)
    let wrong = kinds.filter { $0.runs.count != ($0.sent.count + 1) * ($0.sent.count + 1) }
    #expect(wrong.map(\.name) == [])
    // One line creates the subject, one sends each value, and two subscribe.
    let short = kinds.filter { kind in kind.runs.contains { $0.code.count != kind.sent.count + 3 } }
    #expect(short.map(\.name) == [])
  }

  @Test(arguments: [
    // The document's three sequences: the observers subscribe at 1 and 2, with a buffer at 2 and 3.
    ("PublishSubject", 1, 2, ",,12,,1323,1|2|,"),
    ("BehaviorSubject", 1, 2, ",11,12,22,1323,1|2|,"),
    ("ReplaySubject of 2", 2, 3, ",,1112,13,2223,1|2|,"),
    ("ReplaySubject of 0", 4, 5, ",,,,1|,,2|"),
    ("ReplaySubject of 3", 4, 5, ",,,,1112131|,,2122232|"),
    ("PublishRelay", 4, 4, ",,,,,"),
    ("BehaviorRelay", 4, 4, ",,,,14,24"),
    ("ReplayRelay of 1", 0, 4, ",11,12,13,14,24"),
  ])
  func `receive the events that the kind of subject replays and sends`(
    name: String, first: Int, second: Int, calls: String
  ) throws {
    let kind = try #require(kinds.first { $0.name == name })
    #expect(kind.runs[first * (kind.sent.count + 1) + second].calls == calls)
  }
}
