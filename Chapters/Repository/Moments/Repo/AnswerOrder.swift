/// Which list is too old to be taken: one that was sent before the last change was answered, or before
/// another list that has been taken.
///
/// What the server has put into such a list may be of a time before the change, and nobody can tell. So
/// requests for lists are numbered when they are sent, and numbers up to a floor are no longer taken.
struct AnswerOrder {
  private var lastSent = 0
  private var floor = 0

  /// - Returns: the number of a list that is being asked for.
  mutating func sendList() -> Int {
    lastSent += 1
    return lastSent
  }

  /// Whether the answer to the list of that number may be taken.
  func accepts(list number: Int) -> Bool { number > floor }

  /// The list of that number is taken: older ones are not wanted any more.
  mutating func took(list number: Int) { floor = max(floor, number) }

  /// The answer to a change is taken: no list that is under way now is wanted any more.
  mutating func tookChange() { floor = lastSent }
}
