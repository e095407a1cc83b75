import Concurrency
import Observing
import TestSupport
import Testing

extension Recorder<String> {
  /// A handler that records each change under its name: `first Jake -> Taylor`.
  func handler(_ name: String) -> @Sendable (Change<String>) -> Void {
    { [self] change in record("\(name) \(change.old) -> \(change.new)") }
  }
}

/// A binding that its own handler can end.
final class LateBinding: Sendable {
  private let binding = Locked<Binding?>(nil)

  func keep(_ binding: Binding) { self.binding.withLock { $0 = binding } }

  func end() { binding.withLock { $0 }?.end() }
}

struct `An observable value`: ~Copyable {
  let name = ObservableValue("Jake")
  let history = Recorder<String>()

  @Test
  func `delivers old and new, and nothing before the first change`() {
    let binding = name.observe(history.handler("first"))
    name.value = "Taylor"
    name.value = "Zoe"
    #expect(history.entries == ["first Jake -> Taylor", "first Taylor -> Zoe"])
    #expect(name.value == "Zoe")
    binding.end()
  }

  @Test
  func `delivers the current value on binding and then each new one`() {
    let binding = name.bind { [history] in history.record("bound \($0)") }
    history.record("bind returned")
    name.value = "Taylor"
    #expect(history.entries == ["bound Jake", "bind returned", "bound Taylor"])
    binding.end()
  }

  @Test
  func `calls its handlers in the order in which they were added`() {
    let bindings = ["first", "second", "third"].map { name.observe(history.handler($0)) }
    name.value = "Taylor"
    #expect(
      history.entries == ["first Jake -> Taylor", "second Jake -> Taylor", "third Jake -> Taylor"])
    withExtendedLifetime(bindings) {}
  }

  @Test
  func `delivers an equal value, too, because equal names may differ in their bytes`() {
    let (composed, decomposed) = ("Andr\u{e9}", "Andre\u{301}")
    let binding = name.observe { [history] change in
      history.record("\(change.new.unicodeScalars.count)")
    }
    name.value = composed
    name.value = decomposed
    let lines = history.entries
    #expect(composed == decomposed)
    #expect(lines == ["5", "6"])
    binding.end()
  }

  @Test
  func `calls no handler whose binding was ended or released`() {
    let first = name.observe(history.handler("first"))
    var second: Binding? = name.observe(history.handler("second"))
    name.value = "Taylor"
    first.end()
    first.end()
    name.value = "Zoe"
    second = nil
    name.value = "Bob"
    let lines = history.entries
    #expect(second == nil)
    #expect(lines == ["first Jake -> Taylor", "second Jake -> Taylor", "second Taylor -> Zoe"])
  }

  @Test
  func `releases a handler, and what it captured, when the binding ends`() {
    var held: DeinitProbe? = DeinitProbe { [history, name] in
      history.record("released, name \(name.value)")
    }
    let binding = name.observe { [held] _ in _ = held }
    held = nil
    history.record("end")
    binding.end()
    let lines = history.entries
    #expect(held == nil)
    #expect(lines == ["end", "released, name Jake"])
  }

  @Test
  func `releases an old value outside its lock`() {
    let value = ObservableValue<DeinitProbe?>(nil)
    value.value = DeinitProbe { [history] in
      history.record("released, there is \(value.value == nil ? "none" : "one")")
    }
    value.value = nil
    #expect(history.entries == ["released, there is none"])
  }

  @Test
  func `can be outlived by its bindings`() {
    var short: ObservableValue? = ObservableValue("Jake")
    weak let released = short
    let binding = short?.observe(history.handler("first"))
    short = nil
    binding?.end()
    #expect(released == nil)
    #expect(history.entries == [])
  }
}
