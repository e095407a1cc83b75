import MiniRx
import Workbook

extension Page {
  static let children = Page("children", "Can a tap be lost?") { transcript in
    let bag = DisposeBag()
    let taps = PublishSubject<String>()
    let fromChildA = taps.drawn(as: "child A", in: transcript)
    let fromChildB = taps.drawn(as: "child B", in: transcript)

    taps
      .do(onSubscribe: { transcript.line("timeline: subscribes") })
      .subscribe("timeline", in: transcript).disposed(by: bag)
    let childA = MomentCell(name: "child A", taps: fromChildA)
    let childB = MomentCell(name: "child B", taps: fromChildB)
    childA.tap()
    childB.tap()
  }
}

/// A cell of the timeline that reports taps to its owner through a subject and has no other
/// reference to the owner.
private struct MomentCell {
  let name: String
  let taps: DrawnObserver<String>

  func tap() { taps.onNext("\(name) tapped") }
}
