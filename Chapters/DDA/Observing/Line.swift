/// Elements that are dealt with one at a time, in the order of coming, by whoever came first.
///
/// These are the rules alone; the owner keeps them under its lock, and deals with each element
/// outside it.
package struct Line<Element> {
  private var waiting: [Element] = []
  private var isBusy = false

  /// Nobody waits.
  package init() {}

  /// Puts an element at the end.
  ///
  /// - Returns: whether the caller has to deal with what waits, until ``next()`` is nil.
  package mutating func add(_ element: Element) -> Bool {
    waiting.append(element)
    guard !isBusy else { return false }
    isBusy = true
    return true
  }

  /// - Returns: the oldest; nil when there is none, and then whoever comes next deals with its own.
  package mutating func next() -> Element? {
    guard waiting.isEmpty else { return waiting.removeFirst() }
    isBusy = false
    return nil
  }
}
