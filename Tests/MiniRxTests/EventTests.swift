import Foundation
import MiniRx
import Testing

@Suite struct EventTests {
  // 33
  @Test(arguments: [
    (Event<Int>.next(1), "next(1)"), (.completed, "completed"),
    (.error(Mishap.boom), "error(boom)"),
  ])
  func `print, interpolation and reflection of an event agree`(event: Event<Int>, text: String) {
    var printed = ""
    print(event, terminator: "", to: &printed)
    let texts = [printed, "\(event)", String(describing: event), String(reflecting: event)]
    #expect(texts == [text, text, text, text])
    let inside = "\([event])"
    #expect(inside == "[\(text)]")
  }

  // 33
  @Test func `an event of an optional shows that it is one`() {
    let events: [Event<Int?>] = [.next(1), .next(nil), .completed]
    let texts = events.map { "\($0)" } + events.map { String(reflecting: $0) }
    #expect(
      texts == [
        "next(Optional(1))", "next(nil)", "completed", "next(Optional(1))", "next(nil)",
        "completed",
      ])
  }

  // 33
  @Test func `element, error, isCompleted and isStopEvent tell the kinds apart`() {
    let events: [Event<Int>] = [.next(1), .error(Mishap.boom), .completed]
    let elements = events.map(\.element)
    let errors = events.map { $0.error as? Mishap }
    let isCompleted = events.map(\.isCompleted)
    let isStopEvent = events.map(\.isStopEvent)
    #expect(elements == [1, nil, nil])
    #expect(errors == [nil, .boom, nil])
    #expect(isCompleted == [false, false, true])
    #expect(isStopEvent == [false, true, true])
  }

  // 33
  @Test func `map changes the value, and a throw becomes an error`() {
    let events: [Event<Int>] = [.next(1), .next(2), .error(Mishap.boom), .completed]
    let mapped = events.map { event in
      event.map { value in
        if value == 2 { throw Mishap.bang }
        return "news \(value)"
      }
    }
    let texts = mapped.map { "\($0)" }
    #expect(texts == ["next(news 1)", "error(bang)", "error(boom)", "completed"])
  }

  // 34
  @Test(arguments: SubjectKind.allCases)
  func `the disposed error names the type and never an address`(kind: SubjectKind) throws {
    let subject = kind.make()
    subject.dispose()
    let recorder = Recorder()
    _ = subject.subscribe(recorder.hear("Ann"))
    let name =
      switch kind {
      case .publish: "PublishSubject<Int>"
      case .behavior: "BehaviorSubject<Int>"
      case .replay: "ReplaySubject<Int>"
      }
    let history = recorder.history
    let sentence =
      "\(name) was disposed before it was used. Keep it while it is in use, or create another one."
    #expect(history == ["Ann error(\(sentence))"])
    #expect(RxError.disposed(object: name).localizedDescription == sentence)
  }
}
