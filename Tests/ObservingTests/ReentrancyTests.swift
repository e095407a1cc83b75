import Concurrency
import Observing
import TestSupport
import Testing

struct `A handler`: ~Copyable {
  let name = ObservableValue("Jake")
  let history = Recorder<String>()

  @Test
  func `may set the value, and all handlers receive both changes in order`() {
    let bindings = [
      name.observe { [name, history] change in
        history.record("first \(change.old) -> \(change.new)")
        if change.new == "Taylor" { name.value = "Zoe" }
        history.record("first done with \(change.new)")
      },
      name.observe(history.handler("second")),
    ]
    name.value = "Taylor"
    #expect(
      history.entries == [
        "first Jake -> Taylor", "first done with Taylor", "second Jake -> Taylor",
        "first Taylor -> Zoe", "first done with Zoe", "second Taylor -> Zoe",
      ])
    withExtendedLifetime(bindings) {}
  }

  @Test
  func `may bind another one, which receives the new value at once and only once`() {
    let late = LateBinding()
    let binding = name.observe { [name, history] change in
      history.record("first \(change.new)")
      guard change.new == "Taylor" else { return }
      late.keep(name.bind { [history] in history.record("late \($0)") })
      history.record("bound")
    }
    name.value = "Taylor"
    name.value = "Zoe"
    #expect(history.entries == ["first Taylor", "late Taylor", "bound", "first Zoe", "late Zoe"])
    binding.end()
    late.end()
  }

  @Test
  func `may end itself and others, which receive nothing more`() {
    let (own, other) = (LateBinding(), LateBinding())
    own.keep(
      name.observe { [history] change in
        history.record("first \(change.new)")
        own.end()
        other.end()
      })
    other.keep(name.observe(history.handler("second")))
    name.value = "Taylor"
    name.value = "Zoe"
    #expect(history.entries == ["first Taylor"])
  }

  @Test
  func `may set the value while it receives the first one`() {
    let binding = name.bind { [name, history] present in
      history.record("bound \(present)")
      if present == "Jake" { name.value = "Taylor" }
      history.record("done with \(present)")
    }
    #expect(
      history.entries == ["bound Jake", "done with Jake", "bound Taylor", "done with Taylor"])
    binding.end()
  }

  @Test
  func `retains nothing that it missed while it received the first one`() {
    let object = ObservableValue<DeinitProbe?>(nil)
    let isFirst = Locked(true)
    let binding = object.bind { [object] _ in
      let isFirst = isFirst.withLock { isFirst in
        defer { isFirst = false }
        return isFirst
      }
      if isFirst { object.value = DeinitProbe() }
    }
    weak let missed = object.value
    object.value = nil
    #expect(missed == nil)
    binding.end()
  }

  @Test
  func `may set another value that shares its lock`() {
    // There are more values than locks, so some values share a lock.
    let others = (0..<200).map { ObservableValue($0) }
    let binding = name.observe { [history] _ in
      for other in others { other.value += 1 }
      history.record("\(others.map(\.value).reduce(0, +))")
    }
    name.value = "Taylor"
    #expect(history.entries == ["20100"])
    binding.end()
  }
}
