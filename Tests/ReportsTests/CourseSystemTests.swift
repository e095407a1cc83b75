import Foundation
import Testing

@testable import Grading

struct `A report for a course system` {
  private let everything = Sample.results[4]

  @Test
  func `has the keys that Gradescope documents, with numbers as numbers`() throws {
    let report = try JSONObject(Sample.result([Sample.failed]).gradescope())
    let keys = report.values.keys.sorted()
    let expectedKeys = [
      "execution_time", "extra_data", "output", "output_format", "score", "stdout_visibility",
      "test_name_format", "test_output_format", "tests", "visibility",
    ]
    #expect(keys == expectedKeys)
    #expect(report[number: "score"] == 2)
    #expect(report.values["execution_time"] as? Double == 1.235)
    #expect(report[text: "stdout_visibility"] == "hidden")
    let extra = report.values["extra_data"] as? [String: Any]
    #expect(extra?["isolation"] as? String == "namespaces")
    #expect(extra?["seed"] as? Int == 7)
    let test = try #require(report[objects: "tests"].dropFirst().first)
    let testKeys = test.values.keys.sorted()
    let expectedTestKeys = [
      "extra_data", "max_score", "name", "name_format", "number", "output", "output_format",
      "score", "status", "tags", "visibility",
    ]
    #expect(testKeys == expectedTestKeys)
    #expect(test[text: "name"] == "ReplayBuffer: Every observer receives the signal")
    #expect(test.values["tags"] as? [String] == ["Subjects", "ReplayBuffer", "FAIL"])
    #expect(test[text: "output"]?.hasPrefix("FAIL\none event is missing\n\nAfter") == true)
  }

  @Test
  func `hides the total from students if its checks are hidden`() throws {
    for visibility in GradescopeVisibility.allCases {
      let report = try JSONObject(everything.gradescope(visibility: visibility))
      let shown = Set(report[objects: "tests"].map { $0[text: "visibility"] })
      let tellsTotal = report[text: "output"]?.contains("points") == true
      #expect(shown == [visibility.rawValue])
      #expect(tellsTotal == (visibility == .visible))
    }
  }

  @Test
  func `reads Classroom 50's names from the environment`() throws {
    let environment = [
      "CLASSROOM": "spring", "ASSIGNMENT": "subjects", "SUBMISSION_TAG": "s-1",
      "COMMIT_URL": "https://example.org/c", "RELEASE_URL": "https://example.org/r",
    ]
    let work = SubmittedWork(
      name: "work", date: Date(timeIntervalSince1970: 1_780_324_321), unused: [])
    let text = Sample.result([Sample.untouched]).of(work).classroom50(environment: environment)
    let expected = """
      {
        "assignment" : "subjects",
        "classroom" : "spring",
        "commit" : "https://example.org/c",
        "datetime" : "2026-06-01T14:32:01Z",
        "max-score" : 6,
        "release" : "https://example.org/r",
        "review" : "https://example.org/c",
        "schema" : "classroom50/result/v1",
        "score" : 0,
        "submission" : "s-1",
        "tests" : [
          {
            "max-score" : 6,
            "passed" : false,
            "score" : 0,
            "test-name" : "4.1 CachedNews: Any"
          }
        ]
      }

      """
    #expect(text == expected)
  }

  @Test
  func `has no empty text`() throws {
    for result in Sample.results {
      for text in [result.gradescope(), result.classroom50(environment: [:])] {
        #expect(!text.contains(": \"\""))
      }
    }
  }

  @Test
  func `maps verdicts to JUnit's outcomes`() throws {
    let suites = try XMLReading(everything.junit()).root
    let suite = try #require(suites.children.last)
    let outcomes = suite.children.filter { $0.name == "testcase" }.map { testCase in
      testCase.children.first { $0.name != "properties" }?.name ?? "passed"
    }
    let expected = [
      "passed", "skipped", "failure", "error", "error", "error", "error", "error", "skipped",
      "error",
    ]
    let counts = ["tests", "failures", "errors", "skipped"].map { suite.attributes[$0] }
    let sums = ["tests", "failures", "errors", "skipped"].map { suites.attributes[$0] }
    #expect(Verdict.allCases.count == expected.count)
    #expect(outcomes == expected)
    #expect(counts == ["10", "1", "6", "2"])
    #expect(sums == ["18", "2", "8", "4"])
  }

  @Test
  func `preserves any text in XML`() throws {
    let suites = try XMLReading(everything.junit()).root
    let testCase = suites.children.last?.children.first {
      $0.attributes["name"] == "5.3 Name | <b> & \"q\" ``` *2*"
    }
    let failure = testCase?.children.first { $0.name == "failure" }
    #expect(failure?.attributes["message"] == "because <&> ]]> of | this")
    #expect(failure?.text.contains("| <x> ````` & ]]> \"\n  |\n  | # head") == true)
  }

  @Test
  func `lists no file as missing because of the words of its message`() {
    let message = SubmittedFile.Refusal.missing.sentence
    let text = Sample.result([Sample.exercise("RelayHub", .build, message: message, [])]).markdown()
    #expect(!text.contains("Not handed in"))
  }

  @Test
  func `contains no Markdown from a learner's text`() {
    let text = Sample.result([Sample.hostile]).markdown()
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    let headings = lines.filter { $0.hasPrefix("#") }
    let fences = lines.filter { $0.hasPrefix("``````") }
    #expect(headings == ["# 1 of 10 points", "## LikeEverywhere"])
    #expect(fences.count == 14)
    #expect(text.contains(#"| 5.3 | Name \| \<b\> \& "q" \`\`\` \*2\* | FAIL |"#))
  }
}
