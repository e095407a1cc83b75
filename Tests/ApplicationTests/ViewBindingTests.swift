import Application
import Concurrency
import Observing
import TestSupport
import Testing

/// A control that records what it shows.
final class Label: Sendable {
  let binding = ViewBinding(on: .changing)
  private let texts = Locked<[String]>([])

  var shown: [String] { texts.withLock { $0 } }

  func show(_ text: String) { texts.withLock { $0.append(text) } }

  func bind(to value: ObservableValue<String>) { binding.bind(self, to: value) { $0.show($1) } }
}

/// A value that delivers a change after its binding has ended, as another thread may.
final class LateValue: ReadableValue {
  private struct Handler {
    let call: @Sendable (String) -> Void
  }

  private let handler = Locked<Handler?>(nil)

  var value: String { "Jake" }

  func observe(_ handler: @escaping @Sendable (Change<String>) -> Void) -> Binding { Binding {} }

  func bind(_ handler: @escaping @Sendable (String) -> Void) -> Binding {
    self.handler.withLock { $0 = Handler(call: handler) }
    handler(value)
    return Binding {}
  }

  func arrive(_ value: String) { handler.withLock { $0 }?.call(value) }
}

@Suite(.serialized)
struct `A view binding`: ~Copyable {
  let jake = ObservableValue("Jake")
  let ann = ObservableValue("Ann")

  @Test
  func `shows the current value at once and then each new one`() {
    let label = Label()
    label.bind(to: jake)
    jake.value = "Taylor"
    #expect(label.shown == ["Jake", "Taylor"])
  }

  @Test
  func `drops the old value when it is bound to another one`() {
    let label = Label()
    label.bind(to: jake)
    label.bind(to: ann)
    jake.value = "Taylor"
    ann.value = "Anna"
    #expect(label.shown == ["Jake", "Ann", "Anna"])
  }

  @Test
  func `drops a late change of the old value`() {
    let (label, late) = (Label(), LateValue())
    label.binding.bind(label, to: late) { $0.show($1) }
    label.bind(to: ann)
    late.arrive("Taylor")
    #expect(label.shown == ["Jake", "Ann"])
  }

  @Test
  func `shows a value once, however often it is bound to it`() {
    let label = Label()
    for _ in 0..<3 { label.bind(to: jake) }
    jake.value = "Taylor"
    #expect(label.shown == ["Jake", "Jake", "Jake", "Taylor"])
  }

  @Test
  func `does not retain its control, and ends with it`() {
    var label: Label? = Label()
    weak let released = label
    label?.bind(to: jake)
    label = nil
    jake.value = "Taylor"
    #expect(released == nil)
  }

  @Test
  func `of a released control shows nothing, even if it is retained`() {
    var label: Label? = Label()
    let binding = label?.binding
    let calls = Locked(0)
    if let label { binding?.bind(label, to: jake) { _, _ in calls.withLock { $0 += 1 } } }
    label = nil
    jake.value = "Taylor"
    #expect(calls.withLock { $0 } == 1)
    withExtendedLifetime(binding) {}
  }

  @Test
  func `may be bound again by the control while it shows a change`() {
    let label = Label()
    let ann = ann
    label.binding.bind(label, to: jake) { label, text in
      label.show(text)
      if text == "Taylor" { label.bind(to: ann) }
      label.show("done with \(text)")
    }
    jake.value = "Taylor"
    jake.value = "Zoe"
    ann.value = "Anna"
    #expect(label.shown == ["Jake", "done with Jake", "Taylor", "done with Taylor", "Ann", "Anna"])
  }

  @Test
  func `may be bound again while it shows the first value`() {
    let label = Label()
    let ann = ann
    label.binding.bind(label, to: jake) { label, text in
      label.bind(to: ann)
      label.show(text)
    }
    jake.value = "Taylor"
    ann.value = "Anna"
    #expect(label.shown == ["Jake", "Ann", "Anna"])
  }

  @Test
  func `that threads bind and change ends with the value that was bound last`() {
    let values = (0..<4).map { ObservableValue("\($0)") }
    for _ in 0..<50 {
      let label = Label()
      let finished = allFinish(threads: 2 * values.count) { thread in
        let value = values[thread / 2]
        if thread.isMultiple(of: 2) { return label.bind(to: value) }
        for step in 0..<20 { value.value = "\(step)" }
      }
      let last = ObservableValue("last")
      label.bind(to: last)
      for value in values { value.value = "late" }
      last.value = "new"
      #expect(finished)
      #expect(label.shown.suffix(2) == ["last", "new"])
    }
  }
}
