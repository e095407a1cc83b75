public import Foundation

/// What a server or a store reports when it does not do what was asked: `offline`, `full`.
public struct DataProblem: Error, Hashable, CustomStringConvertible, LocalizedError {
  public let name: String

  public init(_ name: String) {
    self.name = name
  }

  public var description: String { name }

  public var errorDescription: String? { "The server or the store is \(name)." }
}
