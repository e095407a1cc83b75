import Application
import Concurrency
import Foundation
import Observing
import TestSupport
import Testing

/// A control that records what it shows.
final class Label: Sendable {
  let binding = ViewBinding(on: .changing)
  private let texts = Locked<[String]>([])

  var shown: [String] { texts.withLock { $0 } }

  func show(_ text: String) { texts.withLock { $0.append(text) } }

  func bind(to value: ObservableValue<String>) {
    binding.bind(self, to: value) { $0.show($1) }
  }
}

/// A value whose last change is still being delivered, on another thread, when its binding has ended.
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
    let shown = label.shown
    #expect(shown == ["Jake", "Taylor"])
  }

  @Test
  func `drops the old value when it is bound to another one`() {
    let label = Label()
    label.bind(to: jake)
    label.bind(to: ann)
    jake.value = "Taylor"
    ann.value = "Anna"
    let shown = label.shown
    #expect(shown == ["Jake", "Ann", "Anna"])
  }

  @Test
  func `drops a change of the old value that comes late`() {
    let (label, late) = (Label(), LateValue())
    label.binding.bind(label, to: late) { $0.show($1) }
    label.bind(to: ann)
    late.arrive("Taylor")
    label.binding.unbind()
    late.arrive("Zoe")
    let shown = label.shown
    #expect(shown == ["Jake", "Ann"])
  }

  @Test
  func `shows a value once, however often it is bound to it`() {
    let label = Label()
    for _ in 0..<3 { label.bind(to: jake) }
    jake.value = "Taylor"
    let shown = label.shown
    #expect(shown == ["Jake", "Jake", "Jake", "Taylor"])
  }

  @Test
  func `can be unbound, and bound again`() {
    let label = Label()
    label.bind(to: jake)
    label.binding.unbind()
    label.binding.unbind()
    jake.value = "Taylor"
    label.bind(to: jake)
    let shown = label.shown
    #expect(shown == ["Jake", "Taylor"])
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
  func `of a released control shows nothing, also when it is retained`() {
    var label: Label? = Label()
    let binding = label?.binding
    let calls = Locked(0)
    if let label { binding?.bind(label, to: jake) { _, _ in calls.withLock { $0 += 1 } } }
    label = nil
    jake.value = "Taylor"
    let count = calls.withLock { $0 }
    #expect(count == 1)
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
    let shown = label.shown
    #expect(
      shown == ["Jake", "done with Jake", "Taylor", "done with Taylor", "Ann", "Anna"])
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
    let shown = label.shown
    #expect(shown == ["Jake", "Ann", "Anna"])
  }

  @Test
  func `that threads bind and change ends at the value that was bound last`() {
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

/// What the views of an app rely on: values reach them on the main thread.
@Suite(.serialized, .timeLimit(.minutes(60)))
struct `A view binding on the main thread` {
  let name = ObservableValue("Jake")

  /// Set on the main queue only.
  static let mainKey = {
    let key = DispatchSpecificKey<Bool>()
    DispatchQueue.main.setSpecific(key: key, value: true)
    return key
  }()

  /// A control that records each text with the thread on which it is shown.
  final class MainLabel: Sendable {
    let binding = ViewBinding(on: .main)
    let shown: AsyncStream<String>
    private let texts: AsyncStream<String>.Continuation

    init() { (shown, texts) = AsyncStream.makeStream(of: String.self) }

    func bind(to value: ObservableValue<String>) {
      binding.bind(self, to: value) { label, text in
        let isMain =
          DispatchQueue.getSpecific(key: `A view binding on the main thread`.mainKey) ?? false
        label.texts.yield(isMain ? text : "\(text), not on the main thread")
      }
    }

    /// The texts that were shown, up to this one.
    func shown(until last: String) async -> [String] {
      var texts: [String] = []
      for await text in shown {
        texts.append(text)
        if text.hasPrefix(last) { break }
      }
      return texts
    }
  }

  @Test
  @MainActor
  func `shows a change of the main thread before the change returns`() async {
    let label = MainLabel()
    let texts = Locked<[String]>([])
    label.binding.bind(label, to: name) { _, text in texts.withLock { $0.append(text) } }
    let first = texts.withLock { $0 }
    name.value = "Taylor"
    let second = texts.withLock { $0 }
    #expect(first == ["Jake"])
    #expect(second == ["Jake", "Taylor"])
  }

  @Test
  func `shows what other threads change on the main thread, in order`() async {
    let label = MainLabel()
    let (bound, isBound) = AsyncStream.makeStream(of: Void.self)
    Thread { [name] in
      label.bind(to: name)
      for number in 1...200 { name.value = "\(number)" }
      name.value = "last"
      isBound.finish()
    }.start()
    for await _ in bound {}
    let shown = await label.shown(until: "last")
    #expect(shown == ["Jake"] + (1...200).map { "\($0)" } + ["last"])
  }

  @Test
  @MainActor
  func `shows what the main thread and another change at once in one order`() async {
    let label = MainLabel()
    label.bind(to: name)
    let changes = Locked<[String]>(["Jake"])
    let record = name.observe { change in changes.withLock { $0.append(change.new) } }
    let (ends, end) = AsyncStream.makeStream(of: Void.self)
    Thread { [name] in
      for number in 0..<300 { name.value = "other \(number)" }
      end.finish()
    }.start()
    for number in 0..<300 { name.value = "main \(number)" }
    for await _ in ends {}
    name.value = "last"
    let shown = await label.shown(until: "last")
    let expected = changes.withLock { $0 }
    #expect(shown == expected)
    #expect(shown.count == 602)
    record.end()
  }
}
