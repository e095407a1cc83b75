import Foundation
import TestSupport
import Testing

@testable import Classroom
@testable import Grading

/// A class of hostile names, with two copies among the submissions.
struct SampleClass {
  static let names = [
    "<script>alert('1')</script>", "李小龙", "O'Hara & \"Sons\"", "\u{202E}evil\u{202C}", "دانيال",
    "Ann",
  ]

  let result: ClassResult
  let similarity: ClassSimilarity

  init() throws {
    let learners = Self.names.enumerated().map { Learner(entry: "learner\($0)", name: $1) }
    // Dan has handed in nothing.
    let roster = try Roster(Data("learner,name\ndan,Dan\n".utf8), file: "roster.csv")
    result = try .sample(
      learners, roster: roster, toolchain: "Swift <6.3>",
      notes: ["“<b>dan</b>” has handed in nothing"]
    ) { learner, exercise in
      SampleGrader.grade(
        Grader.Attempt(exercise, text: .success("// \(learner.entry.suffix(1)) points")))
    }
    let exercises = [Exercise.publishSubject, .relayHub]
    let files = exercises.map {
      SubmissionSnapshot.File(
        exercise: $0.name, name: "a", hash: $0.name, refusal: nil, modified: nil)
    }
    let solutions = Dictionary(
      uniqueKeysWithValues: exercises.map { exercise in
        let url = Independent.package.solution(exercise)
        return (exercise.name, (try? String(contentsOf: url, encoding: .utf8)) ?? "")
      })
    similarity = ClassSimilarity(
      learners.prefix(2).map { SubmissionSnapshot(learner: $0, files: files, unused: []) },
      exercises: exercises, package: Independent.package, threads: 1,
      text: {
        solutions[$0].map { "\u{FEFF} /* by\nann */\n// by ann\n\n\($0)\n// <b>mine</b>\r\n" }
      }
    )
  }

  var index: String {
    ClassPage(result: result, statistics: ClassStatistics(result), similarity: similarity).html()
  }

  var pairs: String {
    let names = Dictionary(uniqueKeysWithValues: result.lines.map { ($0.learner, $0.name) })
    return PairsPage(similarity: similarity, names: names).html()
  }
}

struct `The pages of a class` {
  let sample: SampleClass
  init() throws { sample = try SampleClass() }

  @Test
  func `contain no markup from learners, and load nothing`() {
    for page in [sample.index, sample.pairs] {
      #expect(!page.contains("<script>alert"))
      #expect(!page.contains("<b>"))
      // A dark page would also be printed dark.
      #expect(!page.contains("@media (prefers"))
      #expect(!page.contains("src=") && !page.contains("http") && !page.contains("@import"))
      #expect(page.contains("<bdi>李小龙</bdi>"))
      // Lines may end with carriage returns.
      #expect(!page.contains("\\u{D}"))
    }
    #expect(sample.index.contains("<bdi>O&#39;Hara &amp; &quot;Sons&quot;</bdi>"))
    #expect(sample.index.contains("<bdi>دانيال</bdi>"))
    // The right-to-left override is shown as an escape and has no effect.
    #expect(sample.index.contains("<bdi>\\u{202E}evil\\u{202C}</bdi>"))
  }

  @Test
  func `have numbers instead of names if they are anonymous`() {
    let shown = sample.result.anonymous
    let names = Dictionary(uniqueKeysWithValues: shown.lines.map { ($0.learner, $0.name) })
    let pages = [
      ClassPage(
        result: shown, statistics: ClassStatistics(sample.result), similarity: sample.similarity
      ).html(),
      PairsPage(similarity: sample.similarity, names: names, isAnonymous: true).html(),
    ]
    for page in pages {
      #expect(sample.result.lines.map { HTML.person($0.name) }.filter { page.contains($0) } == [])
      #expect(!page.contains("feedback/") && !page.contains("has handed in nothing"))
      #expect(
        !page.contains("by ann") && !page.contains("ann */") && sample.pairs.contains("// by ann"))
      #expect(page.contains(HTML.person(names["learner0"] ?? "")))
    }
    #expect(names.values.sorted() == (1...names.count).map { "learner \($0)" })
    #expect(shown.lines.map(\.learner) != sample.result.lines.map(\.learner))
  }

  @Test
  func `show similar texts side by side with the shared passages marked`() {
    let pairs = sample.similarity.pairs
    #expect(pairs.map(\.score) == [1, 1, 1, 1])
    let sides = pairs.map { "\($0.exercise): \($0.first.text.label), \($0.second.text.label)" }
    #expect(
      sides == [
        "PublishSubject: learner0, learner1", "PublishSubject: learner0 | learner1, the solution",
        "RelayHub: learner0, learner1", "RelayHub: learner0 | learner1, the solution",
      ])
    let page = sample.pairs
    #expect(page.contains("<mark>    let observer = Observer(handler)</mark>"))
    #expect(!page.contains("<mark>import Exercising</mark>"))
    let rows = sample.similarity.table().components(separatedBy: "\r\n")
    #expect(rows[0] == "\u{FEFF}exercise,first,second,similarity,shared passages")
    #expect(rows[2].hasPrefix("PublishSubject,learner0 | learner1,the solution,1.00,"))
  }

  @Test(.enabled(if: Browser.isInstalled, "chromium is not installed"))
  func `work in a browser with keys, in light and dark, and fit the screen of a phone`()
    async throws
  {
    let course = try CourseFolder()
    let long = String(repeating: "long", count: 40)
    try course.handIn("bob/\(long).swift")
    try course.report(
      roster: "learner\nbob\n", adjustments: "learner,points,reason\nbob,-1,\(long)\n")
    let feedback = try #require(course.results.file("feedback/bob.html"))
    let folder = try TemporaryFolder()
    // Acts as a user would, and posts the results to the enclosing page.
    let probe = """
      <script>
      const buttons = [...document.querySelectorAll("#gradebook button")];
      const names = () => [...table.tBodies[0].rows].map(row => row.querySelector("bdi").innerText);
      const seen = { before: names(), errors: window.failures, focus: [] };
      for (const button of buttons) { button.focus(); seen.focus.push(document.activeElement === button); }
      buttons[5].click();
      seen.byPoints = names();
      seen.sort = heads[5].ariaSort;
      seen.heat = document.querySelectorAll("#heat td").length;
      seen.colors = ["td.pass", "td.lost", ".bar i", "body"].map(
        element => getComputedStyle(document.querySelector(element)).backgroundColor);
      seen.wide = document.documentElement.scrollWidth <= document.documentElement.clientWidth;
      seen.direction = getComputedStyle(document.querySelector("tbody bdi")).unicodeBidi;
      // The printed page with the columns of a whole course.
      for (const rule of document.styleSheets[0].cssRules)
        if (rule.media?.mediaText === "print") rule.media.mediaText = "all";
      for (const row of document.querySelectorAll("#gradebook tr, #heat tr"))
        for (let more = row.closest("#heat") ? 90 : 18; more > 0; more--)
          row.append(row.cells[1].cloneNode(true));
      const width = document.documentElement.clientWidth;
      seen.printed = [...document.querySelectorAll("table")]
        .filter(table => table.getBoundingClientRect().right > width).map(table => table.id);
      parent.postMessage(seen, "*");
      </script>
      """
    let errors = "<script>window.failures = []; window.onerror = e => failures.push(e);</script>"
    let page = sample.index.replacing("<head>", with: "<head>\(errors)")
      .replacing("</body>", with: "\(probe)</body>")
    try Data(page.utf8).write(to: folder.file("index.html"))
    let width = "<script>parent.postMessage(document.documentElement.scrollWidth, '*');</script>"
    try Data((feedback + width).utf8).write(to: folder.file("bob.html"))
    let shown = try await ShownPage("index.html", learner: "bob.html", in: folder.url)
    let (light, dark) = (shown.light, shown.dark)
    let expected = SampleClass.names.map {
      $0.hasPrefix("\u{202E}") ? "\\u{202E}evil\\u{202C}" : $0
    }
    #expect(light.before == expected + ["Dan"])
    #expect(light.byPoints.prefix(6) == expected.reversed()[...])
    #expect(light.sort == "descending")
    #expect(light.errors == [])
    #expect(light.focus.allSatisfy(\.self) && light.focus.count == 8)
    #expect(light.heat == SampleClass.names.count * 10)
    #expect(light.wide)
    #expect(light.printed == [])
    #expect(light.direction == "isolate")
    #expect(shown.phone == 390)
    #expect(
      light.colors == [
        "rgb(185, 223, 192)", "rgb(240, 182, 173)", "rgb(47, 111, 178)", "rgb(255, 255, 255)",
      ])
    #expect(
      dark.colors == [
        "rgb(36, 86, 58)", "rgb(125, 50, 42)", "rgb(106, 165, 224)", "rgb(23, 23, 26)",
      ])
  }
}
