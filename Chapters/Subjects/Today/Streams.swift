/// `AsyncStream` instead of a subject: a buffer with one reader.
enum Streams {
  /// Two readers of one stream: a value that one fetches never reaches the other.
  static func twoReaders() async -> [[Int]] {
    let (stream, sender) = AsyncStream.makeStream(of: Int.self)
    for number in 1...4 { sender.yield(number) }
    sender.finish()
    return [await stream.prefix(1).collected(), await stream.collected()]
  }

  /// The buffered values for a reader that arrives after 1, 2 and 3 were sent.
  static func waiting(
    _ policy: AsyncStream<Int>.Continuation.BufferingPolicy
  ) async -> [Int] {
    let (stream, sender) = AsyncStream.makeStream(of: Int.self, bufferingPolicy: policy)
    for number in 1...3 { sender.yield(number) }
    sender.finish()
    return await stream.collected()
  }

  /// The regular end, and a value sent after it.
  static func afterTheEnd() async -> [String] {
    let (stream, sender) = AsyncStream.makeStream(of: Int.self)
    sender.yield(3)
    sender.finish()
    var lines: [String] = []
    if case .terminated = sender.yield(4) { lines.append("sender: 4 was refused") }
    for await number in stream { lines.append("reader: \(number)") }
    lines.append("reader: end")
    return lines
  }

  /// The end with an error, which is thrown once.
  static func error() async -> [String] {
    let (stream, sender) = AsyncThrowingStream.makeStream(of: Int.self)
    sender.yield(1)
    sender.finish(throwing: Failure.boom)
    var lines: [String] = []
    for reader in ["reader", "late"] {
      do {
        for try await number in stream { lines.append("\(reader): \(number)") }
        lines.append("\(reader): end")
      } catch {
        lines.append("\(reader): error \(error)")
      }
    }
    return lines
  }

  private enum Failure: Error {
    case boom
  }
}
