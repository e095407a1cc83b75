import MiniRx
import Workbook

extension Page {
  static let operators = Page(
    "operators", "Four operators between an answer and a label"
  ) { transcript in
    let bag = DisposeBag()
    let answers = PublishSubject<String>()
    let server = answers.drawn(as: "server", in: transcript)

    answers
      .compactMap { Int($0) }
      .do(onNext: { transcript.line("saved: \($0)") })
      .map { "\($0) likes" }
      .catchAndReturn("offline")
      .subscribe("label", in: transcript).disposed(by: bag)

    server.onNext("10")
    server.onNext("eleven")
    server.onNext("12")
    server.onError(Failure.timeout)
    server.onNext("13")
  }

  private enum Failure: Swift.Error {
    case timeout
  }
}
