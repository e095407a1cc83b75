/// Where a scene tells what happened, a line at a time, from any thread, in the order of the calls.
public struct Events: Sendable {
  private let tell: @Sendable (String) -> Void

  /// - Parameter tell: Called with each line; may be called on several threads at once.
  package init(_ tell: @escaping @Sendable (String) -> Void) {
    self.tell = tell
  }

  public func callAsFunction(_ line: String) {
    tell(line)
  }
}
