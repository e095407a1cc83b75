import MiniRx

/// A page of moments: the owner's row, then one row per moment.
///
/// It listens to the repository and never asks it what there is: whoever has caused a change, the rows
/// follow. Everything comes where the repository delivers.
final class MomentsTimelineViewModel: Sendable {
  private let userID: String
  private let repo: any MomentsRepoType
  private let items = BehaviorRelay<[any ListItemViewModel]>(value: [])
  private let failed = BehaviorRelay(value: false)
  private let disposeBag = DisposeBag()

  /// - Parameters:
  ///   - userID: whose page it is.
  ///   - repo: where the moments come from and the likes go.
  ///   - track: is told of likes.
  init(
    userID: String, repo: any MomentsRepoType, track: @escaping MomentAction.Tracker = { _ in }
  ) {
    self.userID = userID
    self.repo = repo
    repo.momentsDetails
      .subscribe(onNext: { [items, failed] details in
        failed.accept(false)
        items.accept(Self.items(details, repo: repo, track: track))
      })
      .disposed(by: disposeBag)
    repo.storeErrors
      .subscribe(onNext: { [failed] _ in failed.accept(true) })
      .disposed(by: disposeBag)
  }

  /// The rows; none until something is known.
  var listItems: Observable<[any ListItemViewModel]> { items.asObservable() }

  /// Whether there is a row at all.
  var hasContent: Observable<Bool> { items.map { !$0.isEmpty } }

  /// Whether the last load failed, or what is stored cannot be read; false again from the next load on.
  var hasError: Observable<Bool> { failed.asObservable() }

  /// Asks the server again, when somebody subscribes.
  func loadItems() -> Observable<Void> {
    repo.getMoments(userID: userID)
      .do(
        onError: { [failed] _ in failed.accept(true) },
        onSubscribe: { [failed] in failed.accept(false) })
  }

  private static func items(
    _ details: MomentsDetails, repo: any MomentsRepoType, track: @escaping MomentAction.Tracker
  ) -> [any ListItemViewModel] {
    [UserProfileListItemViewModel(details.userDetails)]
      + details.moments.map { MomentListItemViewModel($0, repo: repo, track: track) }
  }
}
