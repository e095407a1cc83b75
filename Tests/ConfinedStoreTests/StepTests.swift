import Concurrency
import Foundation
import Testing

/// A value that is used on the thread that made it.
private final class HomeValue<Value> {
  private let home = Thread.current
  private var value: Value

  init(_ value: Value) { self.value = value }

  func use<Result>(_ body: (inout Value) -> Result) -> Result {
    guard Thread.current === home else { fatalError("used on another thread") }
    return body(&value)
  }
}

struct `A confined value` {
  @Test
  func `is used where it was made`() {
    let artists = HomeValue(["Ann"])
    artists.use { $0.append("Bob") }
    let names = artists.use { $0 }
    #expect(names == ["Ann", "Bob"])
  }

  @Test
  func `ends the process when it is used on another thread`() async {
    let ended = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      nonisolated(unsafe) let artists = HomeValue(["Ann"])
      JoinableThread.start(name: "another") { artists.use { $0.append("Bob") } }.join()
    }
    let errors = String(decoding: ended?.standardErrorContent ?? [], as: UTF8.self)
    #expect(errors.contains("used on another thread"), "\(errors)")
  }
}
