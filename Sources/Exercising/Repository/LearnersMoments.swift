/// The requirements of the exercise LikeEverywhere.
public protocol LearnersMoments {
  init(server: any MomentsServer, store: any MomentsStore)

  /// Sends the screen the stored moments if there are any, and then each change, until the returned closure is called.
  func observe(_ screen: @escaping ([Moment]) -> Void) -> () -> Void

  /// Requests the moments from the server. `done` is called once, with nil for success.
  func load(_ done: @escaping (DataProblem?) -> Void)

  /// Requests a like of a moment, or its removal, from the server. `done` is called once, with nil for success.
  func like(_ isLiked: Bool, moment: Int, _ done: @escaping (DataProblem?) -> Void)
}

/// A moment, identified by its number, and whether the user likes it.
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

/// A server of moments. It answers each request once, in any order: later, or before the request returns.
public protocol MomentsServer {
  func requestMoments(_ answer: @escaping (Result<[Moment], DataProblem>) -> Void)

  /// Its answer is all moments, with the change in them.
  func requestLike(
    _ isLiked: Bool, moment: Int, _ answer: @escaping (Result<[Moment], DataProblem>) -> Void)
}

/// A store of moments on the device.
public protocol MomentsStore {
  /// The saved moments. Nil if no list was ever saved.
  func readMoments() -> [Moment]?

  /// Replaces what is stored.
  func save(_ moments: [Moment])
}
