import MiniRx
import Workbook

// Helpers of the pages that print the events of observers and draw them for `--marble`.

extension ObservableType {
  /// Subscribes an observer that prints each event as `name: event`, and draws it in a row of that
  /// name.
  func subscribe(_ name: String, in transcript: Transcript) -> any Disposable {
    let subscription = transcript.subscribing(name) {
      subscribe { event in
        transcript.line("\(name): \(event)")
        transcript.heard(Mark(event), in: name)
      }
    }
    return Disposables.create(
      subscription, Disposables.create { transcript.disposed(name) })
  }
}

extension ObserverType {
  /// The same observer; events that it receives through this one are drawn in a row of their own.
  func drawn(as row: String = "sent", in transcript: Transcript) -> AnyObserver<Element> {
    transcript.draws(row)
    return AnyObserver { event in
      transcript.sending(Mark(event), in: row) { on(event) }
    }
  }
}

extension Mark {
  /// The sign for an event.
  init<Element>(_ event: Event<Element>) {
    switch event {
    case .next(let element): self = .value("\(element)")
    case .error: self = .error
    case .completed: self = .completed
    }
  }
}

extension Transcript {
  /// Hands a value to a relay, which is no observer and takes nothing but values, and draws it.
  func accept<Element>(_ element: Element, in row: String, by accept: (Element) -> Void) {
    sending(.value("\(element)"), in: row) { accept(element) }
  }
}
