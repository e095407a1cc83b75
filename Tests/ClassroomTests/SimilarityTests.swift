import Foundation
import TestSupport
import Testing

@testable import Classroom
@testable import Grading

/// The workbook's solutions and alternatives of an exercise, written independently.
struct Independent {
  let exercise: Exercise
  let stub: String
  /// The solution first.
  let texts: [(name: String, text: String)]

  static let package = PackageFolder(.testedPackage)

  static func all() throws -> [Independent] {
    try Catalog.exercises.map { exercise in
      let folder = package.alternatives(exercise)
      let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
      let read = SubmittedFile.text(of:)
      let texts = try names.map { (String($0.dropLast(6)), try read(folder.appending(path: $0))) }
      return Independent(
        exercise: exercise, stub: try read(package.stub(exercise)),
        texts: [("solution", try read(package.solution(exercise)))] + texts)
    }
  }
}

/// Ways in which learners disguise a copy.
enum Copy {
  /// Renames everything that the text declares, except the names in the stub.
  static func renamed(_ text: String, stub: String) -> String {
    let declarations =
      /\b(?:func|var|let|class|struct|enum|case|typealias|for)\s+([A-Za-z_]\w*)|([A-Za-z_]\w*)(?=: [A-Z\[(@])/
    let words = Set(text.matches(of: declarations).map { String($0.output.1 ?? $0.output.2 ?? "") })
    let kept = Set(stub.matches(of: /\w+/).map { String($0.output) })
    // Keywords, types and labels of the library keep their names.
    let library: Set = [
      "let", "var", "nil", "in", "", "Int", "String", "UUID", "Key", "with", "options", "keyedBy",
      "key", "value", "currentThread",
    ]
    let names = words.subtracting(kept).subtracting(library).sorted()
    let places = Dictionary(uniqueKeysWithValues: names.enumerated().map { ($1, $0) })
    return text.replacing(/\w+/) { match in
      places[String(match.output)].map { "renamed\($0)" } ?? String(match.output)
    }
  }

  /// Reverses the order of the members of the outermost types.
  static func reordered(_ text: String) -> String {
    var depth = 0
    var blocks: [[Substring]] = [[]]
    var result: [Substring] = []
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      let before = depth
      depth += line.count { $0 == "{" } - line.count { $0 == "}" }
      if before >= 1, depth >= 1 {
        if before == 1, line.isEmpty {
          blocks.append([])
        } else {
          blocks[blocks.count - 1].append(line)
        }
      } else {
        result += blocks.reversed().flatMap { $0 }
        blocks = [[]]
        result.append(line)
      }
    }
    return result.joined(separator: "\n")
  }

  /// Adds two lines without effect to each function and initializer.
  static func padded(_ text: String) -> String {
    let function = /\b(?:func|init)\b.*{$/
    return text.split(separator: "\n", omittingEmptySubsequences: false).enumerated().map {
      place, line in
      line.contains(function)
        ? "\(line)\n    let unused\(place) = \(place)\n    _ = unused\(place)" : String(line)
    }
    .joined(separator: "\n")
  }

  /// Changes indentation, line breaks and comments.
  static func laidOut(_ text: String) -> String {
    text.split(separator: "\n").filter { !$0.trimmingCharacters(in: .whitespaces).hasPrefix("//") }
      .map { line in
        let code = line.trimmingCharacters(in: .whitespaces)
        return code.hasSuffix("{") ? "\(code.dropLast())\n\t\t{ // mine" : "\t\t\(code)"
      }
      .joined(separator: "\n\n")
  }
}

@Suite(.blocking)
struct `The similarity of two texts` {
  /// The scores of a text with each of the others.
  private func scores(_ text: String, _ others: [String], _ stub: String) -> [Double] {
    let texts = others.enumerated().map { Similarity.Text(name: "\($0.offset)", text: $0.element) }
    let similarity = Similarity(
      [.init(learners: ["ann"], text: text)] + texts, of: "", stub: stub, threshold: 0)
    let pairs = Dictionary(
      uniqueKeysWithValues: similarity.pairs.map { ($0.second.text.name, $0.score) })
    return texts.map { pairs[$0.name] ?? 0 }
  }

  @Test
  func `is above 0.75 for copies with dead lines, and below 0.45 for the workbook's own solutions`()
    throws
  {
    var copies: [(String, Double)] = []
    var padded: [(String, Double)] = []
    var independent: [(String, Double)] = []
    for fixture in try Independent.all() {
      let name = fixture.exercise.name
      for (place, one) in fixture.texts.enumerated() {
        let renamed = Copy.reordered(Copy.renamed(one.text, stub: fixture.stub))
        let changed = [renamed, Copy.padded(renamed)].map(Copy.laidOut)
        let others = fixture.texts.dropFirst(place + 1)
        let scores = scores(one.text, changed + others.map(\.text), fixture.stub)
        copies.append(("\(name) \(one.name)", scores[0]))
        padded.append(("\(name) \(one.name)", scores[1]))
        independent += zip(others, scores.dropFirst(2)).map { other, score in
          ("\(name) \(one.name) \(other.name)", score)
        }
      }
    }
    #expect(copies.count >= 45)
    #expect(copies.filter { $0.1 <= 0.9 }.map { "\($0) \($1)" } == [])
    #expect(padded.filter { $0.1 <= Similarity.threshold }.map { "\($0) \($1)" } == [])
    #expect(independent.filter { $0.1 >= 0.45 }.map { "\($0) \($1)" } == [])
  }

  /// Written from the task and the hints alone, without a look at the solution.
  private static let hinted = """
    @Observable
    final class ObservedName: ObservedNameRequirements {
      private let chain: any ValueProvider
      private var lastError: ProviderError?

      init(chain: any ValueProvider) {
        self.chain = chain
        chain.onChange { [weak self] in
          guard let self else { return }
          self.withMutation(keyPath: \\.name) {}
        }
      }

      var name: String? {
        access(keyPath: \\.name)
        return try? chain.get()
      }

      var title: String {
        guard let name else { return "No name" }
        return "Hi, \\(name)"
      }

      var problem: ProviderError? { lastError }

      func save(_ name: String) {
        do {
          try chain.set(name)
          if lastError != nil {
            lastError = nil
          }
        } catch {
          lastError = error
        }
      }
    }
    """

  // A text of 1 MB took minutes, because the end of each parenthesis was searched in the rest.
  @Test
  func `is computed in time for open parentheses`() {
    let members = SwiftTokens.members(of: String(repeating: "let(a,{[", count: 3_000))
    #expect(members.joined().count == 18_000)
  }

  @Test
  func `depends on the first 200 bytes of a name`() {
    let marks = String(repeating: "\u{301}\u{323}", count: 60_000)
    let tokens = ["a\(marks)a", "a\(marks)b", "b\(marks)b"].map { name in
      SwiftTokens.members(of: "class A { var c = \(name)() }").map { $0.map(\.token) }
    }
    #expect(tokens[0] == tokens[1])
    #expect(tokens[1] != tokens[2])
  }

  @Test
  func `is below the threshold for a short solution that follows the hints`() throws {
    let fixture = try #require(try Independent.all().first { $0.exercise.name == "ObservedName" })
    let scores = scores(Self.hinted, fixture.texts.map(\.text), fixture.stub)
    #expect(scores.filter { $0 >= Similarity.threshold } == [])
  }
}
