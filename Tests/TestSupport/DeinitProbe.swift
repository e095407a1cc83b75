/// Calls a closure when it is released: as a capture or a value it shows when that happens.
public final class DeinitProbe: Sendable, CustomStringConvertible {
  /// Its name.
  public let description: String
  private let onDeinit: @Sendable () -> Void

  /// - Parameters:
  ///   - name: its description.
  ///   - onDeinit: called when it is released, on the thread that releases it.
  public init(_ name: String = "probe", onDeinit: @escaping @Sendable () -> Void = {}) {
    description = name
    self.onDeinit = onDeinit
  }

  deinit { onDeinit() }
}
