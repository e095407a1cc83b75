import MiniRx
import Workbook

// Helpers of the pages that print the events of observers and draw them for `--marble`.

extension ObservableType {
  /// Subscribes an observer that prints each event as `name: event` and draws it in a row of that
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
  /// Returns a wrapper of the observer that draws the events sent through it in their own row.
  func drawn(as row: String = "sent", in transcript: Transcript) -> AnyObserver<Element> {
    transcript.draws(row)
    return AnyObserver { event in
      transcript.sending(Mark(event), in: row) { on(event) }
    }
  }
}

extension Mark {
  /// Creates the mark for an event.
  init<Element>(_ event: Event<Element>) {
    switch event {
    case .next(let element): self = .value("\(element)")
    case .error: self = .error
    case .completed: self = .completed
    }
  }
}

extension Transcript {
  /// Draws a value and passes it to a relay, which is not an observer and accepts only values.
  func accept<Element>(_ element: Element, in row: String, by accept: (Element) -> Void) {
    sending(.value("\(element)"), in: row) { accept(element) }
  }
}
