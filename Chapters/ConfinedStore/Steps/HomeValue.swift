import Foundation

/// A value that is used on the thread that made it, and nowhere else.
final class HomeValue<Value> {
  private let home = Thread.current
  private var value: Value

  init(_ value: Value) { self.value = value }

  func use<Result>(_ body: (inout Value) -> Result) -> Result {
    guard Thread.current === home else { fatalError("used on another thread") }
    return body(&value)
  }
}
