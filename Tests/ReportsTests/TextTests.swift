import Testing

@testable import Grading

struct `A report as text` {
  @Test
  func `shows expected beside actual events, and marks the first difference`() {
    let text = Sample.result([Sample.passed, Sample.failed]).text()
    let expected = """
      PublishSubject: PASS, 6 of 6 points (all visible checks passed)
        1.1  PASS  2 of 2  An observer receives the signals after its subscription
        1.2  PASS  4 of 4  An observer that was removed receives nothing

      ReplayBuffer: FAIL, 2 of 7 points (the events are not the expected ones)
        2.1  PASS     2 of 2  An observer receives the signals after its subscription
        2.2  FAIL     0 of 3  Every observer receives the signal
        2.3  BLOCKED  0 of 2  The buffer is replayed

      2.2 Every observer receives the signal
          one event is missing

          After these steps:
            subscribe a
            subscribe b
            next 7

            expected    actual
            a next(7)   a next(7)
          > b next(7)   nothing

          What may have happened:
            Does the loop end after the first observer?

          The program printed:
            | sent 7

      total: 8 of 13 points
      seed 7, isolation: namespaces, 1.23 s

      """
    #expect(text == expected)
  }

  @Test
  func `gives the compiler's message once`() {
    let text = Sample.result([Sample.unbuilt]).text()
    let expected = """
      RelayHub: BUILD, 0 of 7 points (there is no file that compiles)
        | Exercise.swift:3:5: error: cannot find 'x' in scope

        3.1  BUILD  0 of 3  Any
        3.2  BUILD  0 of 4  Other

      seed 7, isolation: namespaces, 1.23 s

      """
    #expect(text == expected)
  }

  @Test
  func `has one line for an exercise without problems`() {
    let text = Sample.result([Sample.passed, Sample.untouched]).text(listsAllChecks: false)
    let expected = """
      PublishSubject: PASS, 6 of 6 points (all visible checks passed)
      CachedNews: TODO, 0 of 6 points (the file is as it was handed out)
      total: 6 of 12 points
      seed 7, isolation: namespaces, 1.23 s

      """
    #expect(text == expected)
  }

  @Test
  func `is at most 80 columns wide for events of any length`() {
    let long = String(repeating: "value ", count: 30) + String(repeating: "x", count: 200)
    let check = Sample.check(
      "2.1", long, .fail, 0, of: 1, explanation: long,
      difference: Difference(
        steps: ["next " + long], expected: ["a " + long], actual: [long, "more"]),
      help: long, output: long)
    let exercises = [
      Sample.exercise("LikeEverywhere", .fail, [check]),
      Sample.exercise("RelayHub", .build, message: long, [check]),
    ]
    let lines = Sample.result(exercises).text().split(separator: "\n")
    #expect(lines.filter { $0.count > 80 } == [])
    #expect(lines.contains { $0.contains(">   a value value") })
  }

  @Test
  func `shows the place of the first difference in a long list of events`() {
    let events = (1...100).map { "a next(\($0))" }
    let difference = Difference(
      steps: (1...100).map { "next \($0)" }, expected: events,
      actual: events.map { $0 == "a next(50)" ? "a next(0)" : $0 })
    let check = Sample.check("2.1", "Any", .fail, 0, of: 1, difference: difference)
    let text = Sample.result([Sample.exercise("ReplayBuffer", .fail, [check])]).text()
    #expect(text.contains("      (84 steps before)\n      next 85\n"))
    #expect(text.contains("    > a next(50)   a next(0)\n"))
    #expect(text.contains("      (41 events before)\n      a next(42)   a next(42)\n"))
    #expect(text.contains("      a next(57)   a next(57)\n      (43 events after)\n"))
  }

  @Test
  func `has different words for each verdict`() {
    let words = Verdict.allCases.map(\.words)
    #expect(Set(words).count == words.count)
    #expect(Verdict.pass.words == "all visible checks passed")
  }
}
