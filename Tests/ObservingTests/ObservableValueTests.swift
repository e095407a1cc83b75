import Observing
import Testing

struct `An observable value`: ~Copyable {
  let name = ObservableValue("Jake")
  let history = History()

  @Test
  func `tells old and new, and nothing before the first change`() {
    let binding = name.observe(history.hear("first"))
    name.value = "Taylor"
    name.value = "Zoe"
    let lines = history.lines
    #expect(lines == ["first Jake -> Taylor", "first Taylor -> Zoe"])
    #expect(name.value == "Zoe")
    binding.end()
  }

  @Test
  func `tells whoever binds the present value at once and then each new one`() {
    let binding = name.bind { [history] in history.add("bound \($0)") }
    history.add("bind returned")
    name.value = "Taylor"
    let lines = history.lines
    #expect(lines == ["bound Jake", "bind returned", "bound Taylor"])
    binding.end()
  }

  @Test
  func `tells everybody in the order in which they came`() {
    let bindings = ["first", "second", "third"].map { name.observe(history.hear($0)) }
    name.value = "Taylor"
    let lines = history.lines
    #expect(
      lines == ["first Jake -> Taylor", "second Jake -> Taylor", "third Jake -> Taylor"])
    withExtendedLifetime(bindings) {}
  }

  @Test
  func `tells an equal value too, because equal names may be other bytes`() {
    let (composed, decomposed) = ("Andr\u{e9}", "Andre\u{301}")
    let binding = name.observe { [history] change in
      history.add("\(change.new.unicodeScalars.count)")
    }
    name.value = composed
    name.value = decomposed
    let lines = history.lines
    #expect(composed == decomposed)
    #expect(lines == ["5", "6"])
    binding.end()
  }

  @Test
  func `tells nobody who has ended, or whose binding has gone`() {
    let first = name.observe(history.hear("first"))
    var second: Binding? = name.observe(history.hear("second"))
    name.value = "Taylor"
    first.end()
    first.end()
    name.value = "Zoe"
    second = nil
    name.value = "Bob"
    let lines = history.lines
    #expect(second == nil)
    #expect(
      lines == ["first Jake -> Taylor", "second Jake -> Taylor", "second Taylor -> Zoe"])
  }

  @Test
  func `lets go of a handler, and of what it holds, when the binding ends`() {
    var held: Mortal? = Mortal { [history, name] in history.add("gone, name \(name.value)") }
    let binding = name.observe { [held] _ in _ = held }
    held = nil
    history.add("end")
    binding.end()
    let lines = history.lines
    #expect(held == nil)
    #expect(lines == ["end", "gone, name Jake"])
  }

  @Test
  func `lets go of an old value outside its lock`() {
    let value = ObservableValue<Mortal?>(nil)
    value.value = Mortal { [history] in
      history.add("gone, there is \(value.value == nil ? "none" : "one")")
    }
    value.value = nil
    let lines = history.lines
    #expect(lines == ["gone, there is none"])
  }

  @Test
  func `can be outlived by its bindings`() {
    var short: ObservableValue? = ObservableValue("Jake")
    weak let released = short
    let binding = short?.observe(history.hear("first"))
    short = nil
    binding?.end()
    #expect(released == nil)
    #expect(history.lines == [])
  }
}
