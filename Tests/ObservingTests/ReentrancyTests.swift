import Concurrency
import Observing
import Testing

struct `A handler`: ~Copyable {
  let name = ObservableValue("Jake")
  let history = History()

  @Test
  func `may set the value, and everybody hears both changes in order`() {
    let bindings = [
      name.observe { [name, history] change in
        history.add("first \(change.old) -> \(change.new)")
        if change.new == "Taylor" { name.value = "Zoe" }
        history.add("first done with \(change.new)")
      },
      name.observe(history.hear("second")),
    ]
    name.value = "Taylor"
    let lines = history.lines
    #expect(
      lines == [
        "first Jake -> Taylor", "first done with Taylor", "second Jake -> Taylor",
        "first Taylor -> Zoe", "first done with Zoe", "second Taylor -> Zoe",
      ])
    withExtendedLifetime(bindings) {}
  }

  @Test
  func `may bind another one, which hears the new value at once and only once`() {
    let late = LateBinding()
    let binding = name.observe { [name, history] change in
      history.add("first \(change.new)")
      guard change.new == "Taylor" else { return }
      late.keep(name.bind { [history] in history.add("late \($0)") })
      history.add("bound")
    }
    name.value = "Taylor"
    name.value = "Zoe"
    let lines = history.lines
    #expect(
      lines == ["first Taylor", "late Taylor", "bound", "first Zoe", "late Zoe"])
    binding.end()
    late.end()
  }

  @Test
  func `may end itself and others, who hear nothing more`() {
    let (own, other) = (LateBinding(), LateBinding())
    own.keep(
      name.observe { [history] change in
        history.add("first \(change.new)")
        own.end()
        other.end()
      })
    other.keep(name.observe(history.hear("second")))
    name.value = "Taylor"
    name.value = "Zoe"
    let lines = history.lines
    #expect(lines == ["first Taylor"])
  }

  @Test
  func `may set the value while it is told the first one`() {
    let binding = name.bind { [name, history] present in
      history.add("bound \(present)")
      if present == "Jake" { name.value = "Taylor" }
      history.add("done with \(present)")
    }
    let lines = history.lines
    #expect(lines == ["bound Jake", "done with Jake", "bound Taylor", "done with Taylor"])
    binding.end()
  }

  @Test
  func `keeps nothing of what it missed while it was told the first one`() {
    let object = ObservableValue<History?>(nil)
    let isFirst = Locked(true)
    let binding = object.bind { [object] _ in
      let isFirst = isFirst.withLock { isFirst in
        defer { isFirst = false }
        return isFirst
      }
      if isFirst { object.value = History() }
    }
    weak let missed = object.value
    object.value = nil
    #expect(missed == nil)
    binding.end()
  }

  @Test
  func `may set another value that shares its lock`() {
    // More values than locks, so that some of them share one.
    let others = (0..<200).map { ObservableValue($0) }
    let binding = name.observe { [history] _ in
      for other in others { other.value += 1 }
      history.add("\(others.map(\.value).reduce(0, +))")
    }
    name.value = "Taylor"
    let lines = history.lines
    #expect(lines == ["\((0..<200).reduce(0, +) + 200)"])
    binding.end()
  }
}
