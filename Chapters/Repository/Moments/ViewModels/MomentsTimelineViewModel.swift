import MiniRx

/// The view model of a timeline: the owner's row, then one row per moment. The rows follow every
/// change. Events are delivered where the repository delivers.
final class MomentsTimelineViewModel: Sendable {
  private let userID: String
  private let repo: any MomentsRepoType
  private let items = BehaviorRelay<[any ListItemViewModel]>(value: [])
  private let failed = BehaviorRelay(value: false)
  private let disposeBag = DisposeBag()

  /// The user is the owner of the timeline.
  init(userID: String, repo: any MomentsRepoType) {
    self.userID = userID
    self.repo = repo
    repo.momentsDetails
      .subscribe(onNext: { [items, failed] details in
        failed.accept(false)
        items.accept(Self.items(details, repo: repo))
      })
      .disposed(by: disposeBag)
    repo.storeErrors
      .subscribe(onNext: { [failed] _ in failed.accept(true) })
      .disposed(by: disposeBag)
  }

  /// The rows; empty until there are moments.
  var listItems: Observable<[any ListItemViewModel]> { items.asObservable() }

  /// Whether the last load failed or the store cannot be read. The next load resets it.
  var hasError: Observable<Bool> { failed.asObservable() }

  func loadItems() -> Observable<Void> {
    repo.getMoments(userID: userID)
      .do(
        onError: { [failed] _ in failed.accept(true) },
        onSubscribe: { [failed] in failed.accept(false) })
  }

  private static func items(
    _ details: MomentsDetails, repo: any MomentsRepoType
  ) -> [any ListItemViewModel] {
    [UserProfileListItemViewModel(name: details.userDetails.name)]
      + details.moments.map { MomentListItemViewModel($0, repo: repo) }
  }
}

protocol ListItemViewModel: Sendable {}

/// The view model of the first row of a timeline: its owner.
struct UserProfileListItemViewModel: ListItemViewModel {
  let name: String
}
