import Concurrency
import Observation
import Testing

/// An actor that caches news and shares one request among its callers.
private actor NewsCache {
  private let request: @Sendable () async throws -> [String]
  private var stored: [String]?
  private var running: Task<[String], any Error>?

  init(request: @escaping @Sendable () async throws -> [String]) { self.request = request }

  func news(reload: Bool = false) async throws -> [String] {
    if let stored, !reload { return stored }
    if let running { return try await running.value }
    let task = Task {
      defer { running = nil }
      let news = try await request()
      stored = news
      return news
    }
    running = task
    return try await task.value
  }
}

/// The moments that several screens show.
@MainActor
@Observable
private final class SharedMoments {
  private(set) var liked: Set<Int> = []
  private var lastRequest = 0
  private var lastAnswer = 0

  func load(_ request: @MainActor () async -> Set<Int>) async {
    lastRequest += 1
    let number = lastRequest
    let answer = await request()
    guard number > lastAnswer else { return }
    lastAnswer = number
    liked = answer
  }
}

struct `The repositories of today` {
  @Test
  func `send one request for five readers, and another for a reload`() async throws {
    let requests = Locked(0)
    let cache = NewsCache {
      requests.withLock { $0 += 1 }
      return ["news 1", "news 2"]
    }
    let lists = try await withThrowingTaskGroup(of: [String].self) { readers in
      for _ in 1...5 { readers.addTask { try await cache.news() } }
      return try await readers.reduce(into: []) { $0.append($1) }
    }
    #expect(lists == Array(repeating: ["news 1", "news 2"], count: 5))
    #expect(requests.withLock { $0 } == 1)
    _ = try await cache.news(reload: true)
    #expect(requests.withLock { $0 } == 2)
  }

  @Test @MainActor
  func `drop an older response, which no observer receives`() async {
    let changes = Locked(0)
    let moments = SharedMoments()
    let (asked, asker) = AsyncStream.makeStream(of: Void.self)
    let (answered, server) = AsyncStream.makeStream(of: Void.self)
    let older = Task {
      await moments.load {
        asker.yield()
        for await _ in answered { break }
        return []
      }
    }
    for await _ in asked { break }
    await moments.load { [3] }
    withObservationTracking {
      _ = moments.liked
    } onChange: {
      changes.withLock { $0 += 1 }
    }
    server.yield()
    await older.value
    #expect(moments.liked == [3])
    #expect(changes.withLock { $0 } == 0)
  }
}
