import MiniRx
import Workbook

extension Page {
  static let pageState = Page("page-state", "What does the second screen show?") { transcript in
    let bag = DisposeBag()
    let state = BehaviorSubject(value: LoadingState.loading)
    let loader = state.drawn(in: transcript)

    state.subscribe("page", in: transcript).disposed(by: bag)
    loader.onNext(.success)
    state.subscribe("late page", in: transcript).disposed(by: bag)
  }
}

private enum LoadingState {
  case loading
  case success
}
