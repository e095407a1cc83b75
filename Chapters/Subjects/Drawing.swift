import MiniRx
import Workbook

extension ObservableType {
  /// Subscribes an observer that prints each event as `name: event`, records it in a row of that
  /// name, and then reacts to it.
  func subscribe(
    _ name: String, in transcript: Transcript, fileID: String = #fileID, line: Int = #line,
    then react: @escaping @Sendable (Event<Element>) -> Void = { _ in }
  ) -> any Disposable {
    let subscription = transcript.subscribing(name, fileID: fileID, line: line) {
      subscribe { event in
        transcript.receives(Mark(event), in: name)
        transcript.line("\(name): \(event)")
        react(event)
      }
    }
    return Disposables.create(
      subscription,
      Disposables.create { transcript.record(.dispose, to: name, fileID: fileID, line: line) })
  }
}

extension ObserverType {
  /// Returns a wrapper of the observer that records the events sent through it in their own row.
  func drawn(as row: String = "sent", in transcript: Transcript) -> DrawnObserver<Element> {
    transcript.part(row)
    return DrawnObserver(observer: asObserver(), row: row, transcript: transcript)
  }
}

/// An observer whose events are recorded with the lines of the page that sends them.
struct DrawnObserver<Element: Sendable>: Sendable {
  fileprivate let observer: AnyObserver<Element>
  fileprivate let row: String
  fileprivate let transcript: Transcript

  func onNext(_ element: Element, fileID: String = #fileID, line: Int = #line) {
    on(.next(element), fileID, line)
  }

  func onError(_ error: any Error, fileID: String = #fileID, line: Int = #line) {
    on(.error(error), fileID, line)
  }

  func onCompleted(fileID: String = #fileID, line: Int = #line) { on(.completed, fileID, line) }

  private func on(_ event: Event<Element>, _ fileID: String, _ line: Int) {
    transcript.sending(Mark(event), from: row, fileID: fileID, line: line) { observer.on(event) }
  }
}

extension Mark {
  init<Element>(_ event: Event<Element>) {
    switch event {
    case .next(let element): self = .value("\(element)")
    case .error(let error): self = .error("\(error)")
    case .completed: self = .completed
    }
  }
}

extension Transcript {
  /// Records a value and passes it to a relay, which is not an observer and accepts only values.
  func accept<Element>(
    _ element: Element, in row: String, fileID: String = #fileID, line: Int = #line,
    by accept: (Element) -> Void
  ) {
    sending(.value("\(element)"), from: row, fileID: fileID, line: line) { accept(element) }
  }
}
