import Foundation
import LayeredStorage
import TestSupport
import Testing

@testable import Book

struct `The folder of a book` {
  private func site() throws -> Site {
    try Site(documents: []) { $0 == "README.md" || $0.hasPrefix("Docs/") ? "# \($0)\n" : nil }
  }

  @Test
  func `is written whole, and replaced whole`() throws {
    let temporary = try TemporaryFolder()
    let folder = BookFolder(temporary.url.appending(path: "site"))
    let site = try site()
    #expect(folder.isReplaceable)
    try folder.write(site)
    try Data("old".utf8).write(to: folder.url.appending(path: "old.html"))
    #expect(folder.isReplaceable)
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
    #expect(
      FileManager.default.fileExists(atPath: temporary.file("target").path + "/index.html"))
  }

  @Test
  func `that cannot be written keeps the former site, and the error names the cause`() throws {
    let temporary = try TemporaryFolder()
    let file = temporary.file("file")
    try Data().write(to: file)
    let folder = BookFolder(file.appending(path: "site"))
    let error = #expect(throws: BookFolder.Failure.self) {
      try folder.write(site())
    }
    #expect(error?.reason == .belowFile)
  }
}
