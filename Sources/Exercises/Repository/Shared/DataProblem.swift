public import Foundation

extension [Int] {
  /// `1 2 3`, or `none`.
  var listed: String { isEmpty ? "none" : map(String.init).joined(separator: " ") }
}

/// A failure of a server or a store: `offline`, `full`.
public struct DataProblem: Error, Hashable, CustomStringConvertible, LocalizedError {
  public let name: String

  public init(_ name: String) { self.name = name }

  public var description: String { name }

  public var errorDescription: String? { "The server or the store is \(name)." }
}
