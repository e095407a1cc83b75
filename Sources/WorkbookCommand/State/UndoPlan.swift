internal import Foundation

/// What undo does: whether the present content is kept first, and which attempt comes back.
struct UndoPlan: Equatable {
  let keepsCurrent: Bool
  /// Nil when there is nothing to go back to.
  let target: Int?

  /// - Parameters:
  ///   - current: what is in the file; nil when there is no file.
  ///   - stub: the file as it was handed out, which need not be kept.
  ///   - attempts: in the order in which they were kept.
  ///   - position: the number of the attempt that the last undo brought back. The same content may have been
  ///     kept more than once, and this number identifies one.
  init(current: Data?, stub: Data, attempts: [Attempts.Attempt], position: Int?) {
    let same = attempts.indices.filter { attempts[$0].content == current }
    let place = same.first { attempts[$0].number == position } ?? same.last
    keepsCurrent = place == nil && current != nil && current != stub
    target = attempts[..<(place ?? attempts.count)].last { $0.content != current }?.number
  }
}
