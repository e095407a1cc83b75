public import Foundation

/// What the exercise CachedNews asks of a learner's type. News are known by their numbers.
public protocol LearnersNews {
  init(server: any NewsServer, store: any NewsStore)

  /// Tells the reader the stored news, if there are any, and then what came of asking the server.
  func readNews(_ reader: @escaping (NewsReading) -> Void)
}

/// What a reader receives.
public enum NewsReading: Hashable, CustomStringConvertible {
  case news([Int])
  /// Something went wrong, and what: reported beside the news, not instead of them.
  case problem(DataProblem)

  public var description: String {
    switch self {
    case .news(let news): "news \(news.listed)"
    case .problem(let problem): "problem \(problem)"
    }
  }
}

/// Where news come from.
public protocol NewsServer {
  /// Asks for the news. The server answers once: later, or before this returns.
  func requestNews(_ answer: @escaping (Result<[Int], DataProblem>) -> Void)
}

/// Where news are kept on the device.
public protocol NewsStore {
  /// The list, or nil if none was ever saved, which is not the same as an empty one.
  ///
  /// - Throws: When something is stored and cannot be read.
  func readNews() throws(DataProblem) -> [Int]?

  /// Replaces what is stored.
  ///
  /// - Throws: When it cannot; then what was stored still is.
  func save(_ news: [Int]) throws(DataProblem)
}

extension [Int] {
  /// `1 2 3`, or `none`.
  var listed: String { isEmpty ? "none" : map(String.init).joined(separator: " ") }
}

/// What a server or a store reports when it does not do what was asked: `offline`, `full`.
public struct DataProblem: Error, Hashable, CustomStringConvertible, LocalizedError {
  public let name: String

  public init(_ name: String) {
    self.name = name
  }

  public var description: String { name }

  public var errorDescription: String? { "The server or the store is \(name)." }
}
