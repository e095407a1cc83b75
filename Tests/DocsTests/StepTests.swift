import Foundation
import Grading
import Markdown
import TestSupport
import Testing
import Workbook

/// The text about a chapter goes from a problem to the finished type in steps.
@Suite(.blocking)
struct `A chapter in steps` {
  static let programs = `A console block`.chapters.keys.sorted()

  @Test(arguments: programs)
  func `runs each page once, folded, plain or as a picture`(program: String) throws {
    let chapter = try #require(`A console block`.chapters[program])
    for page in chapter.pages {
      let runs = Documents.about(program).flatMap { $0.runs(of: page.slug, by: program) }
      #expect(runs.map(\.section) == [page.slug])
      let open = runs.filter { !$0.isFolded }
      #expect(open.isEmpty, "\(page.slug): the run is to be seen before its question")
    }
  }

  /// Checks the text above the run, the titles of `--list`, and README.md. A page may print its own
  /// name, which is in its heading. The lines are those of the run (`A console block`).
  @Test(arguments: programs)
  func `prints no line of a page before its question`(program: String) throws {
    let chapter = try #require(`A console block`.chapters[program])
    let readme = try #require(Documents.all.first { $0.path == "README.md" })
    let first = readme.prose.map(\.text) + readme.fences.filter { !$0.isFolded }.flatMap(\.lines)
    for document in Documents.about(program) {
      for page in chapter.pages {
        guard let run = document.runs(of: page.slug, by: program).first else { continue }
        let before =
          (first + chapter.pages.map(\.title)
          + document.prose.filter { $0.number < run.lineNumber }.map(\.text)
          + document.fences.filter { $0.lineNumber < run.lineNumber && $0.info == "text" }
          .flatMap(\.lines)).joined(separator: "\n")
        let shown = try Run.all(in: run.lines).first { $0.arguments.first == page.slug }
        let printed = try #require(shown).lines.split(separator: "\n")
        let early = printed.filter { $0 != page.slug && before.holds(String($0)) }
        #expect(early == [], "\(document.path), section \(page.slug)")
      }
    }
  }

  @Test(arguments: ["README.md"] + programs.flatMap { Documents.about($0).map(\.path) })
  func `asks before each folded block`(path: String) throws {
    let document = try #require(Documents.all.first { $0.path == path })
    var silent: [Int] = []
    for fence in document.fences where fence.isFolded {
      let before = document.prose.prefix { $0.number < fence.lineNumber }
      let start = before.lastIndex { $0.text.hasPrefix("#") || $0.text == "</details>" } ?? 0
      let asks = before[start...].contains { $0.text.contains("?") }
      if !asks { silent.append(fence.lineNumber) }
    }
    #expect(silent == [])
  }

  /// The steps together are the type that the chapter builds.
  @Test(arguments: programs)
  func `shows each of its steps, and runs it`(program: String) throws {
    let folder = "Chapters/\(program.dropFirst("Chapter-".count))/Steps"
    let files = try FileManager.default
      .contentsOfDirectory(atPath: Documents.root.appending(path: folder).path).sorted()
    #expect(files.count >= 3)
    let tests = try Documents.swiftFiles(below: "Tests/\(folder.split(separator: "/")[1])Tests")
    for file in files {
      let fences = Documents.about(program).flatMap(\.fences)
      #expect(fences.contains { $0.info == "swift \(folder)/\(file)" }, "\(file) is not shown")
      let text = try #require(Documents.text(of: "\(folder)/\(file)"))
      let name = file.replacing(".swift", with: "")
      #expect(
        text.contains("= Page(") || tests.contains { $0.contains("\(name)<") }, "\(file) is not run"
      )
    }
  }

  @Test
  func `has at most 900 lines`() {
    let long = Self.programs.flatMap(Documents.about).filter { $0.lines.count > 901 }
    #expect(long.map(\.path) == [])
  }

  /// The text has the catalog's order. A prediction precedes the run that answers it.
  @Test(arguments: programs)
  func `leads to each rung and exercise in the order of the catalog, with its minutes`(
    program: String
  ) throws {
    let exercises = Catalog.all.filter { "Chapter-\($0.chapter)" == program }
    var named: [String] = []
    for document in Documents.about(program) {
      for (number, line) in document.prose where line.hasPrefix("**Now you:** ") {
        let links = line.matches(of: /\[(\w+)\]\(\.\.\/([^)]+)\/Task\.md\)[^\]]*?(\w+) minutes/)
        #expect(!links.isEmpty, "\(document.path):\(number)")
        for link in links {
          named.append(String(link.output.1))
          let exercise = exercises.first { $0.name == link.output.1 }
          #expect(exercise?.folder == String(link.output.2))
          #expect((link.output.3 == "five") == exercise?.isRung)
          guard case .predict(let page) = exercise?.kind else { continue }
          let run = document.runs(of: page, by: program).first
          #expect(run.map { $0.lineNumber > number } == true, "\(page) answers \(link.output.1)")
        }
      }
    }
    #expect(named == exercises.map(\.name))
  }
}

extension Document {
  /// The blocks that show a page's output, with or without its picture.
  func runs(of slug: String, by program: String) -> [Fence] {
    let command = "$ swift run \(program) \(slug)"
    return fences.filter { fence in
      fence.info == "console" && fence.lines.contains { $0 == command || $0 == command + " --draw" }
    }
  }
}
