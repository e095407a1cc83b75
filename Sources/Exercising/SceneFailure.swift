public import Foundation

/// A script that its scene cannot carry out, or a scene that cannot have what it needs: never the learner's fault.
public struct SceneFailure: Error, Hashable, CustomStringConvertible, LocalizedError {
  /// A clause that says what is wrong: `no step is called “jump”`.
  public let description: String

  public var errorDescription: String? { "The script cannot be run: \(description)." }

  public init(_ description: String) {
    self.description = description
  }
}
