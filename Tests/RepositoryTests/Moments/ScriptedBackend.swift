import Concurrency
import MiniRx

@testable import Chapter_Repository

/// A server whose responses a test sends explicitly, in any order and on its own thread.
///
/// Like the real server, it determines a response when the request arrives.
final class ScriptedBackend: GetMomentsByUserIDSessionType, UpdateMomentLikeSessionType {
  /// A request that has not been answered.
  struct Request: Sendable {
    let id: Int
    let name: String
    let answer: MomentsDetails
    let observer: AnyObserver<MomentsDetails>
  }

  private struct State {
    var details: MomentsDetails
    var log: [String] = []
    var open: [Request] = []
  }

  private let state: Locked<State>

  init(_ details: MomentsDetails) { state = Locked(State(details: details)) }

  /// All requests so far, and `cancelled …` for each cancelled one.
  var log: [String] { state.withLock { $0.log } }

  /// The names of the open requests, in order of arrival.
  var open: [String] { state.withLock { $0.open.map(\.name) } }

  func getMoments(userID: String) -> Observable<MomentsDetails> {
    request("getMoments \(userID)") { $0 }
  }

  func updateLike(
    _ isLiked: Bool, momentID: String, fromUserID userID: String
  ) -> Observable<MomentsDetails> {
    request("updateLike \(isLiked) moment \(momentID) user \(userID)") {
      $0.liking(isLiked, momentID: momentID, by: .init(id: userID, avatar: ""))
    }
  }

  /// Responds to the open request at an index.
  func answer(_ index: Int = 0) {
    let request = state.withLock { $0.open.remove(at: index) }
    request.observer.onNext(request.answer)
    request.observer.onCompleted()
  }

  /// Responds to the oldest open request whose name has this prefix. Callable from any thread.
  func answer(_ prefix: String) {
    let request = state.withLock { state in
      state.open.firstIndex { $0.name.hasPrefix(prefix) }.map { state.open.remove(at: $0) }
    }
    guard let request else { return }
    request.observer.onNext(request.answer)
    request.observer.onCompleted()
  }

  /// Fails the open request at an index.
  func fail(_ index: Int = 0, with error: any Error) {
    state.withLock { $0.open.remove(at: index) }.observer.onError(error)
  }

  private func request(
    _ name: String, change: @escaping @Sendable (MomentsDetails) -> MomentsDetails
  ) -> Observable<MomentsDetails> {
    .create { [state] observer in
      let id = state.withLock { state in
        state.details = change(state.details)
        state.log.append(name)
        let id = state.log.count
        state.open.append(
          Request(id: id, name: name, answer: state.details, observer: observer))
        return id
      }
      return Disposables.create {
        state.withLock { state in
          guard let index = state.open.firstIndex(where: { $0.id == id }) else { return }
          state.log.append("cancelled \(state.open.remove(at: index).name)")
        }
      }
    }
  }
}
