import Concurrency
import Testing

@testable import Chapter_Repository

@Suite(.serialized)
struct `A screen` {
  @Test
  func `reports whether it was rendered on the main queue`() async throws {
    let lines = Locked<[String]>([])
    let screen = Screen { line in lines.withLock { $0.append(line) } }
    let model = Model(id: 1)
    await Task.detached { screen.render(model) }.value
    await MainActor.run { screen.render(model) }
    let history = lines.withLock { $0 }
    #expect(history == ["render(model 1) off main", "render(model 1) on main"])
  }
}
