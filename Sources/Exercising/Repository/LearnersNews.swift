public import Foundation

/// The requirements of the exercise CachedNews. News items are identified by their numbers.
public protocol LearnersNews {
  init(server: any NewsServer, store: any NewsStore)

  /// Sends the reader the stored news, if there is any, and then the result of a request to the server.
  func readNews(_ reader: @escaping (NewsReading) -> Void)
}

/// An event that a reader receives.
public enum NewsReading: Hashable, CustomStringConvertible {
  case news([Int])
  /// A failure. It is reported in addition to news, not instead of them.
  case problem(DataProblem)

  public var description: String {
    switch self {
    case .news(let news): "news \(news.listed)"
    case .problem(let problem): "problem \(problem)"
    }
  }
}

/// A server of news.
public protocol NewsServer {
  /// Requests the news. The server answers once: later, or before this returns.
  func requestNews(_ answer: @escaping (Result<[Int], DataProblem>) -> Void)
}

/// A store of news on the device.
public protocol NewsStore {
  /// The saved list. Nil if no list was ever saved; an empty list is a list.
  ///
  /// - Throws: If the stored list cannot be read.
  func readNews() throws(DataProblem) -> [Int]?

  /// Replaces what is stored.
  ///
  /// - Throws: If the list cannot be saved. The stored list is unchanged then.
  func save(_ news: [Int]) throws(DataProblem)
}

extension [Int] {
  /// `1 2 3`, or `none`.
  var listed: String { isEmpty ? "none" : map(String.init).joined(separator: " ") }
}

/// A failure of a server or a store: `offline`, `full`.
public struct DataProblem: Error, Hashable, CustomStringConvertible, LocalizedError {
  public let name: String

  public init(_ name: String) {
    self.name = name
  }

  public var description: String { name }

  public var errorDescription: String? { "The server or the store is \(name)." }
}
