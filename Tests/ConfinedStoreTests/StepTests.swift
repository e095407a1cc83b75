import Concurrency
import Foundation
import Testing

@testable import Chapter_ConfinedStore

private func useOnAnotherThread() {
  // Unsafe because the test intentionally uses it on another thread.
  nonisolated(unsafe) let artists = HomeValue<[String]>(["Ann"])
  JoinableThread.start(name: "another") { artists.use { $0.append("Bob") } }.join()
}

/// Tests for steps without a page, and for behaviour that no page shows.
struct `A confined store in steps` {
  @Test
  func `is used where it was made`() {
    let artists = HomeValue<[String]>(["Ann"])
    artists.use { $0.append("Bob") }
    let names = artists.use { $0 }
    #expect(names == ["Ann", "Bob"])
  }

  @Test
  func `ends the process when it is used on another thread`() async {
    let ended = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      useOnAnotherThread()
    }
    let errors = String(decoding: ended?.standardErrorContent ?? [], as: UTF8.self)
    #expect(errors.contains("used on another thread"), "\(errors)")
  }

  @Test
  func `stays at its version until it is refreshed`() {
    let table = Table()
    var pinned = PinnedTable(table)
    table.commit("Ann", id: 1)
    var counts = [pinned.names.count]
    let advanced = [pinned.refresh(), pinned.refresh()]
    counts.append(pinned.names.count)
    #expect(counts == [0, 1])
    #expect(advanced == [true, false])
  }
}
