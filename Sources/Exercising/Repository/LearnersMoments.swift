/// What the exercise LikeEverywhere asks of a learner's type.
public protocol LearnersMoments {
  init(server: any MomentsServer, store: any MomentsStore)

  /// Tells the page the stored moments if there are any, and from then on each change, until the closure that it
  /// gives back is called.
  func observe(_ page: @escaping ([Moment]) -> Void) -> () -> Void

  /// Asks the server for the moments. The result is reported once: nil is success.
  func load(_ done: @escaping (DataProblem?) -> Void)

  /// Asks the server to like a moment, or not to like it any more. The result is reported once: nil is success.
  func like(_ isLiked: Bool, moment: Int, _ done: @escaping (DataProblem?) -> Void)
}

/// A moment, known by its number, and whether the user likes it.
public struct Moment: Hashable, CustomStringConvertible {
  public let number: Int
  public let isLiked: Bool

  public init(_ number: Int, isLiked: Bool) {
    self.number = number
    self.isLiked = isLiked
  }

  /// `1`, or `1-liked`.
  public var description: String { isLiked ? "\(number)-liked" : "\(number)" }
}

/// Where moments come from. It answers each request once, in any order: later, or before the request returns.
public protocol MomentsServer {
  func requestMoments(_ answer: @escaping (Result<[Moment], DataProblem>) -> Void)

  /// Its answer is all moments, with the change in them.
  func requestLike(
    _ isLiked: Bool, moment: Int, _ answer: @escaping (Result<[Moment], DataProblem>) -> Void)
}

/// Where moments are kept on the device.
public protocol MomentsStore {
  /// The moments, or nil if none were ever saved.
  func readMoments() -> [Moment]?

  /// Replaces what is stored.
  func save(_ moments: [Moment])
}
