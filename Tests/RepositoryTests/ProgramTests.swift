import Concurrency
import Foundation
import HTTP
import Loopback
import TestSupport
import Testing

@testable import Chapter_Repository
@testable import Workbook

@Suite(.serialized)
struct `Chapter-Repository` {
  @Test
  func `shows its option for a real server`() throws {
    let ending = try BuiltProgram("Chapter-Repository").run(["--help"])
    #expect(ending.output.contains("--server URL"))
    #expect(ending.status == 0)
  }
}

@Suite(.serialized)
struct `An interrupted run` {
  /// The page has an open database in its folder while it waits for a response that never arrives.
  @Test(arguments: [SIGINT, SIGTERM, SIGHUP])
  func `leaves no files, and ends with the signal`(signal: Int32) throws {
    let folder = try ScratchFolder()
    let server = try LoopbackServer(["/news.json": .init(body: "[]").held(by: Gate())])
    let process = try BuiltProgram("Chapter-Repository").start(
      ["cached", "--server", server.address.absoluteString],
      environment: ["TMPDIR": folder.url.path])
    let firstLine = process.line()
    let before = try FileManager.default.contentsOfDirectory(atPath: folder.url.path)
    process.send(signal)
    let ending = process.ending()
    let after = try FileManager.default.contentsOfDirectory(atPath: folder.url.path)

    #expect(firstLine == "store.readNewsList -> 0")
    #expect(before.count == 1)
    #expect(after == [])
    #expect(!ending.isExit)
    #expect(ending.status == signal)
  }
}

struct `A run of the chapter` {
  /// On Linux, configuring a session creates folders for a cache and for cookies.
  @Test
  func `leaves nothing in the user's home`() throws {
    let home = try ScratchFolder()
    let ending = try BuiltProgram("Chapter-Repository").run(
      environment: [
        "HOME": home.url.path, "CFFIXED_USER_HOME": home.url.path, "XDG_CACHE_HOME": "",
        "XDG_DATA_HOME": "", "XDG_CONFIG_HOME": "",
      ])
    let left = try FileManager.default.subpathsOfDirectory(atPath: home.url.path)
    #expect(ending.status == 0)
    #expect(left == [])
  }

  @Test
  func `keeps the existing contents of the user's home`() throws {
    let home = try ScratchFolder()
    let cache = home.url.appending(path: ".cache/org.swift.foundation.URLCache/Chapter-Repository")
    try FileManager.default.createDirectory(at: cache, withIntermediateDirectories: true)
    try Data("kept".utf8).write(to: cache.appending(path: "entry"))
    let before = try FileManager.default.subpathsOfDirectory(atPath: home.url.path).sorted()
    let ending = try BuiltProgram("Chapter-Repository").run(
      ["remote"],
      environment: ["HOME": home.url.path, "XDG_CACHE_HOME": "", "XDG_DATA_HOME": ""])
    let after = try FileManager.default.subpathsOfDirectory(atPath: home.url.path).sorted()
    #expect(ending.status == 0)
    #expect(after == before)
  }

  /// Six processes could create the same folders at the same time. A defect leaves folders in three
  /// rounds of four, so there are several rounds.
  @Test
  func `leaves nothing in the user's home while five others run`() throws {
    let home = try ScratchFolder()
    let environment = ["HOME": home.url.path, "XDG_CACHE_HOME": "", "XDG_DATA_HOME": ""]
    for _ in 1...4 {
      let nothing = try FileHandle(forReadingFrom: URL(filePath: "/dev/null"))
      let runs = try (1...6).map { _ in
        try BuiltProgram("Chapter-Repository").start(
          ["remote"], environment: environment, input: nothing)
      }
      let statuses = runs.map { $0.ending().status }
      let left = try FileManager.default.subpathsOfDirectory(atPath: home.url.path)
      #expect(statuses == Array(repeating: 0, count: 6))
      #expect(left == [])
    }
  }
}

@Suite(.serialized)
struct `The option --server` {
  let program = BuiltProgram("Chapter-Repository")

  @Test
  func `uses a real server instead of the fixtures`() throws {
    let server = try LoopbackServer([
      "/news.json": .init(body: #"[{"id": 7, "title": "Dan"}]"#)
    ])
    let ending = try program.run(["remote", "--server", server.address.absoluteString])
    #expect(ending.output == "remote.requestNewsList -> 1\nviewModel: 1 news\n")
    #expect(ending.errors == "")
    #expect(ending.status == 0)
  }

  @Test(
    arguments: zip(
      ["/", "/folder", "/folder/"], ["http://127.0.0.1", "http://127.0.0.1", "HTTP://LOCALHOST"]))
  func `accepts a folder in the address, and upper case`(folder: String, host: String) throws {
    let path = folder == "/" ? "/news.json" : "/folder/news.json"
    let server = try LoopbackServer([path: .init(body: "[]")])
    let address = server.address.absoluteString.replacing("http://127.0.0.1", with: host)
    let ending = try program.run(["remote", "--server", address + folder])
    #expect(ending.output == "remote.requestNewsList -> 0\nviewModel: 0 news\n")
    #expect(ending.status == 0)
    #expect(server.requestLines == ["GET \(path) HTTP/1.1"])
  }

  /// Foundation on Linux cannot send to an IPv6 address, and fails only after the page has begun.
  @Test(arguments: ["http://[::1]:8000", "http://[fe80::1%25eth0]/"])
  func `refuses an IPv6 address on systems that cannot use it`(address: String) throws {
    let ending = try program.run(["fake", "--server", address])
    #if os(Linux)
      #expect(ending.output == "")
      #expect(ending.errors.hasPrefix("Chapter-Repository: --server needs an address such as "))
      #expect(ending.status == 64)
    #else
      #expect(ending.status == 0)
    #endif
  }

  /// Runs every page. Some show the list, some show a user, and some never send a request.
  @Test
  func `lets the pages run when the connection is refused, and each reports it`() throws {
    let port = try RefusingPort()
    let asking = [
      "no-repository", "remote", "cached", "cached-as-written", "injection", "swap-the-store",
      "backend-change",
    ]
    let ending = try program.run(asking + ["fake", "--server", port.address.absoluteString])
    let pages = ending.output.split(separator: "--- ").filter { !$0.isEmpty }
    let saying = pages.filter { $0.contains("connection refused") }
      .compactMap { $0.split(separator: " ").first.map(String.init) }
    #expect(saying == asking)
    #expect(pages.last == "fake ---\nviewModel: 3 news\n")
    #expect(ending.errors == "")
    #expect(ending.status == 0)
  }

  @Test(arguments: [
    "127.0.0.1:8000", "ftp://example.org", "http://", "nonsense", "http:///news", "http://:8000",
    "http://127.0.0.1:99999", "http://127.0.0.1:0", "http://a b", "http://127.0.0.1/?page=1",
    "http://ann:secret@127.0.0.1", "http://[::1", "http://127.0.0.1/#news", "HTTP://",
  ])
  func `requires a server address`(text: String) {
    #expect(
      ChapterOption.server.complaint(text) == "--server needs an address such as "
        + "http://127.0.0.1:8000; \"\(text)\" is not one")
  }

  @Test
  func `runs no page if its address is refused`() throws {
    let ending = try program.run(["remote", "--server", "nonsense"])
    #expect(ending.output == "")
    #expect(ending.errors.hasPrefix("Chapter-Repository: --server needs an address such as "))
    #expect(ending.status == 64)
  }

  @Test
  func `finds the fixtures where a file server has them`() throws {
    let server = try LoopbackServer([
      "/model-12345.json": .init(body: #"{"id": 12345}"#),
      "/user-v1.json": .init(body: #"{"name": "Ann", "age": 1, "nickname": "A"}"#),
      "/user-v2.json": .init(body: #"{"names": {"full": "Ann", "short": "A"}, "years": 1}"#),
    ])
    let address = server.address.absoluteString
    let ending = try program.run(["backend-change", "no-repository", "--server", address])
    let ann = #"DomainUser(name: "Ann", age: 1, nickname: "A")"#
    #expect(ending.output.contains("v1 -> \(ann)"))
    #expect(ending.output.contains("v2 with repository -> \(ann)"))
    #expect(ending.output.contains("test of the controller: requests sent 1"))
    #expect(ending.errors == "")
    #expect(server.requestLines.count == 8)
  }
}
