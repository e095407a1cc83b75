import Foundation
import Loopback
import TestSupport
import Testing

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

  @Test(arguments: ["/", "/folder", "/folder/"])
  func `accepts a folder in the address`(folder: String) throws {
    let path = folder == "/" ? "/news.json" : "/folder/news.json"
    let server = try LoopbackServer([path: .init(body: "[]")])
    let ending = try program.run(["remote", "--server", server.address.absoluteString + folder])
    #expect(ending.output == "remote.requestNewsList -> 0\nviewModel: 0 news\n")
    #expect(server.requestLines == ["GET \(path) HTTP/1.1"])
  }

  @Test
  func `accepts a scheme and a host in upper case`() throws {
    let server = try LoopbackServer(["/news.json": .init(body: "[]")])
    let address = server.address.absoluteString
      .replacing("http://127.0.0.1", with: "HTTP://LOCALHOST")
    let ending = try program.run(["remote", "--server", address])
    #expect(ending.output == "remote.requestNewsList -> 0\nviewModel: 0 news\n")
    #expect(ending.status == 0)
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
  func `requires a server address`(text: String) throws {
    let ending = try program.run(["remote", "--server", text])
    #expect(ending.output == "")
    #expect(
      ending.errors == "Chapter-Repository: --server needs an address such as "
        + "http://127.0.0.1:8000; \"\(text)\" is not one\n")
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
