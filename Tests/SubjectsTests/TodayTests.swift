import Testing

@testable import Chapter_Subjects

@Suite(.serialized)
struct `The scenes of today` {
  @Test
  func `a stream gives each value to one reader`() async {
    let received = await Streams.twoReaders()
    #expect(received == [[1], [2, 3, 4]])
  }

  @Test
  func `a buffering policy decides which values are kept for the reader`() async {
    let all = await Streams.waiting(.unbounded)
    #expect(all == [1, 2, 3])
    let newest = await Streams.waiting(.bufferingNewest(2))
    #expect(newest == [2, 3])
    let oldest = await Streams.waiting(.bufferingOldest(2))
    #expect(oldest == [1, 2])
    let none = await Streams.waiting(.bufferingNewest(0))
    #expect(none == [])
  }

  @Test
  func `a stream that is finished refuses later values`() async {
    let lines = await Streams.afterTheEnd()
    #expect(lines == ["sender: 4 was refused", "reader: 3", "reader: end"])
  }

  @Test
  func `a stream throws its error once, and a late reader gets only the end`() async {
    let lines = await Streams.error()
    #expect(lines == ["reader: 1", "reader: error boom", "late: end"])
  }

  @Test
  func `each observer through the bridge receives what is sent after it subscribed`() async throws {
    let received = try await Bridged.publishSubject()
    #expect(received == [[2, 3], [3]])
  }

  @Test
  func `a cancelled task ends its subscription`() async throws {
    let lines = try await Bridged.task()
    #expect(lines == ["has observers: true", "task cancelled", "has observers: false"])
  }

  @Test
  func `leaving a loop ends its subscription`() async throws {
    let lines = try await Bridged.oneValue()
    #expect(lines == ["first value: cached", "has observers: false"])
  }

  @Test
  func `a change is announced once and before it happens`() async {
    let lines = await ObservedState.oneLook()
    #expect(
      lines == ["looks: loading", "change announced: still loading", "looks: failure"])
  }

  @Test
  func `reading again sees the state but not every value`() async {
    let lines = await ObservedState.everyLook()
    #expect(lines == ["looks: loading", "looks: failure"])
  }
}
