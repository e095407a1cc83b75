import Foundation
import LayeredStorage
import Markdown
import Subcommands
import TestSupport
import Testing

@testable import Book

@Suite(.blocking)
struct `The folder of a book` {
  private func site() throws -> Site {
    try Site(documents: []) { "# \($0)\n" }
  }

  @Test
  func `is written whole, and replaced whole`() throws {
    let temporary = try TemporaryFolder()
    let folder = BookFolder(temporary.url.appending(path: "site"))
    let site = try site()
    #expect(folder.isReplaceable)
    try folder.write(site)
    try Data("<body data-page=\"old.html\">".utf8).write(to: folder.url.appending(path: "old.html"))
    try Data().write(to: folder.url.appending(path: ".DS_Store"))
    #expect(folder.isReplaceable && folder.foreignFile(besides: site) == nil)
    try folder.write(site)
    #expect(
      try FileManager.default.subpathsOfDirectory(atPath: folder.url.path).filter {
        $0.contains(".")
      }
      .sorted() == site.files.keys.sorted())
    #expect(try FileManager.default.contentsOfDirectory(atPath: temporary.url.path) == ["site"])
  }

  @Test
  func `is refused when there is anything else in it`() throws {
    let temporary = try TemporaryFolder()
    let file = temporary.file("index.html")
    try Data("mine".utf8).write(to: file)
    #expect(!BookFolder(temporary.url).isReplaceable && !BookFolder(temporary.url).isFile)
    #expect(!BookFolder(file).isReplaceable && BookFolder(file).isFile)
    for path in ["CNAME", "Docs/mine.html", ".git/HEAD"] {
      let folder = BookFolder(temporary.url.appending(path: "site \(path.count)"))
      try folder.write(site())
      let own = folder.url.appending(path: path)
      try own.write("<body data-page=\"index.html\">")
      #expect(try folder.foreignFile(besides: site()) == path)
    }
  }

  @Test(.exitTest)
  func `is refused when a folder in it cannot be read`() async {
    // Root can read any folder, so the child drops its privileges.
    await #expect(processExitsWith: .success) {
      if getuid() == 0 { setuid(65534) }
      let temporary = try TemporaryFolder()
      let folder = BookFolder(temporary.url.appending(path: "site"))
      let site = try Site(documents: []) { _ in "" }
      try folder.write(site)
      let closed = folder.url.appending(path: "closed").path
      try FileManager.default.createDirectory(
        atPath: closed, withIntermediateDirectories: false, attributes: [.posixPermissions: 0])
      #expect(folder.foreignFile(besides: site) == "closed")
      try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: closed)
    }
  }

  @Test(arguments: [true, false])
  func `is written where a symbolic link leads, and the link stays`(targetExists: Bool) throws {
    let temporary = try TemporaryFolder()
    let link = temporary.file("link")
    if targetExists {
      try FileManager.default.createDirectory(
        at: temporary.file("target"), withIntermediateDirectories: false)
    }
    try FileManager.default.createSymbolicLink(atPath: link.path, withDestinationPath: "target")
    let folder = BookFolder(link)
    #expect(folder.isReplaceable)
    try folder.write(site())
    let target = try FileManager.default.destinationOfSymbolicLink(atPath: link.path)
    #expect(target == "target")
    #expect(FileManager.default.fileExists(atPath: temporary.file("target").path + "/index.html"))
  }

  @Test
  func `that cannot be written keeps the former site, and the error names the cause`() throws {
    let temporary = try TemporaryFolder()
    let file = temporary.file("file")
    try Data().write(to: file)
    let folder = BookFolder(file.appending(path: "folder/site"))
    let error = #expect(throws: FileError.self) {
      try folder.write(site())
    }
    #expect(error?.reason == .belowFile)
    #expect(error?.path == file.path)
    let link = temporary.file("link")
    try FileManager.default.createSymbolicLink(atPath: link.path, withDestinationPath: "no/where")
    let second = #expect(throws: FileError.self) {
      try BookFolder(link.appending(path: "folder/site")).write(site())
    }
    #expect(second?.path == link.path)
    #expect(second?.reason == .exists)
    #expect(second?.description.hasSuffix(" Something else is at this path: move it away.") == true)
  }
}

struct `A check of the book` {
  @Test(arguments: [
    ("<a href=\"b.html\">", "index.html: b.html leads to no file"),
    ("<a href=\"#b\">", "index.html: #b leads to no anchor"),
    (
      "<img src=\"https://a.b/c.png\">",
      "index.html: https://a.b/c.png would be loaded from elsewhere"
    ),
    ("<link href=\"//a.b/c.css\">", "index.html: //a.b/c.css would be loaded from elsewhere"),
  ])
  func `finds what leads nowhere and what a browser would load`(html: String, sentence: String) {
    let page = Data(html.utf8)
    #expect(SiteCheck.problems(of: ["index.html": page]) == [sentence])
  }

  @Test
  func `finds pages that nothing leads to, styles that load, and a site that is too large`() {
    let files = [
      "index.html": "<a href=\"https://a.b\" id=\"c\"><a href=\"#c\">",
      "left.html": "<p>a</p>",
      "book.css": "a { background: url(b.png) }",
    ]
    let problems = SiteCheck.problems(of: files.mapValues { Data($0.utf8) }, limit: 77)
    #expect(
      problems == [
        "left.html: no link leads to it", "book.css: url( may load something from elsewhere",
        "the site has 78 bytes, more than 77",
      ])
  }

  @Test
  func `compares every run that a document shows, and names the line that differs`() throws {
    let document = try Document(
      path: "Docs/A.md",
      text:
        "a\n\n```console\n$ swift run Chapter-DDA crud --draw\na\nb\n$ swift run workbook\n```\n")
    let run = try #require(ConsoleRun.all(in: document).first)
    #expect(ConsoleRun.all(in: document).count == 1)
    #expect(run.chapter == "DDA" && run.arguments == ["crud", "--draw"])
    #expect(run.problem(printed: "a\nb\n") == nil)
    #expect(run.problem(printed: "a\nc\n") == "Docs/A.md:6: the page prints “c” now")
  }
}
