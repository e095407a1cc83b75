/// A script that its scene cannot carry out, or a scene that cannot have what it needs: never the learner's fault.
public struct SceneFailure: Error, Hashable, CustomStringConvertible {
  /// A clause that says what is wrong: `no step is called “jump”`.
  public let description: String

  public init(_ description: String) {
    self.description = description
  }
}
