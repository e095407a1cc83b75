import DataAccess
import Testing

@Suite(.serialized)
struct `A named thread` {
  @Test
  func `runs its tasks in order, and those that its tasks add after them`() {
    let thread = NamedThread(name: "service")
    let heard = Heard<String>()
    thread.async {
      heard.add("1 on \(NamedThread.presentName ?? "nowhere")")
      thread.async { heard.add("3") }
    }
    thread.async { heard.add("2") }
    let isDone = Answer<Void>()
    thread.async { thread.async { isDone.give() } }
    isDone.wait()
    thread.finish()
    #expect(heard.all.sorted() == ["1 on service", "2", "3"])
    #expect(heard.all.first == "1 on service")
  }

  @Test
  func `ends when its tasks are done, and takes no more`() {
    let thread = NamedThread(name: "service")
    let heard = Heard<Int>()
    for number in 0..<100 { thread.async { heard.add(number) } }
    thread.finish()
    thread.async { heard.add(100) }
    thread.finish()
    #expect(heard.all == Array(0..<100))
  }

  @Test
  func `can be finished by itself, and let go of by itself`() {
    let isOver = Answer<Void>()
    do {
      let thread = NamedThread(name: "service")
      thread.async {
        thread.finish()
        isOver.give()
      }
    }
    isOver.wait()
    let heard = Answer<String?>()
    do {
      let thread = NamedThread(name: "short")
      thread.async { heard.give(NamedThread.presentName) }
    }
    #expect(heard.wait() == "short")
  }
}
