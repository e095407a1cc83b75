import Foundation
import HTTP
import Loopback
import Testing

/// How a client handles a response that redirects it.
@Suite(.serialized)
struct `A redirect` {
  static let body = Data(#"{"isLiked":true}"#.utf8)

  func send(
    _ method: HTTPRequest.Method, redirectedBy status: String, to location: String = "/new"
  ) async throws -> (lines: [String], bodies: [String]) {
    let server = try LoopbackServer([
      "/old": .init(status: status, headers: ["Location: \(location)"]), "/new": .init(body: "[]"),
    ])
    let request = HTTPRequest(method, "/old", body: method == .get ? nil : Self.body)
    let response = try await server.client.send(request)
    #expect(response.body == Data("[]".utf8))
    return (server.requestLines, server.requestBodies)
  }

  @Test(
    arguments: [HTTPRequest.Method.post, .put, .delete],
    ["307 Temporary Redirect", "308 Permanent Redirect"])
  func `with 307 or 308 repeats the request with its body`(
    method: HTTPRequest.Method, status: String
  ) async throws {
    let (lines, bodies) = try await send(method, redirectedBy: status)
    let text = String(decoding: Self.body, as: UTF8.self)
    #expect(lines == ["\(method.rawValue) /old HTTP/1.1", "\(method.rawValue) /new HTTP/1.1"])
    #expect(bodies == [text, text])
  }

  @Test(arguments: [
    (HTTPRequest.Method.post, "301 Moved Permanently"), (.post, "302 Found"),
    (.post, "303 See Other"), (.put, "303 See Other"), (.delete, "303 See Other"),
  ])
  func `to the result of a request is read with GET`(
    method: HTTPRequest.Method, status: String
  ) async throws {
    let (lines, bodies) = try await send(method, redirectedBy: status)
    #expect(lines == ["\(method.rawValue) /old HTTP/1.1", "GET /new HTTP/1.1"])
    #expect(bodies.last == "")
  }

  @Test(arguments: ["301 Moved Permanently", "302 Found"])
  func `of a PUT repeats the PUT`(status: String) async throws {
    let (lines, bodies) = try await send(.put, redirectedBy: status)
    #expect(lines == ["PUT /old HTTP/1.1", "PUT /new HTTP/1.1"])
    #expect(bodies.last == String(decoding: Self.body, as: UTF8.self))
  }

  @Test(arguments: ["new", "./new", "../new", "/new#part", "/folder/../new"])
  func `may be relative`(location: String) async throws {
    let (lines, _) = try await send(.get, redirectedBy: "302 Found", to: location)
    #expect(lines == ["GET /old HTTP/1.1", "GET /new HTTP/1.1"])
  }

  @Test(arguments: [
    "ftp://example.invalid/news", "file:///etc/passwd", "data:,[]", "mailto:ann@example.invalid",
    "http://", "http://127.0.0.1:99999/", "http://ann:secret@127.0.0.1/",
  ])
  func `to an address that is not HTTP is refused`(location: String) async throws {
    let server = try LoopbackServer([
      "/old": .init(status: "302 Found", headers: ["Location: \(location)"])
    ])
    let failure = await #expect(throws: HTTPError.self) { try await server.client.get("/old") }
    #expect(failure?.reason == .redirectRefused(location: location))
    #expect(
      failure?.localizedDescription == "GET \(server.address)/old: redirect refused: the server "
        + "redirects to \"\(location)\", which is not an http or https address")
    #expect(server.requestLines == ["GET /old HTTP/1.1"])
  }

  @Test
  func `with a scheme in upper case is followed`() async throws {
    let target = try LoopbackServer(["/new": .init(body: "[]")])
    let location = target.address.absoluteString.replacing("http:", with: "HTTP:") + "/new"
    let server = try LoopbackServer([
      "/old": .init(status: "302 Found", headers: ["Location: \(location)"])
    ])
    let response = try await server.client.get("/old")
    #expect(response.url == target.address.appending(path: "/new"))
    #expect(target.requestLines == ["GET /new HTTP/1.1"])
  }

  @Test
  func `without an address fails with its status`() async throws {
    let server = try LoopbackServer(["/old": .init(status: "302 Found", body: "nowhere")])
    let failure = await #expect(throws: HTTPError.self) { try await server.client.get("/old") }
    #expect(failure?.reason == .status(302))
  }

  @Test(arguments: ["300 Multiple Choices", "304 Not Modified", "305 Use Proxy", "306 Unused"])
  func `with another status is not followed`(status: String) async throws {
    let server = try LoopbackServer([
      "/old": .init(status: status, headers: ["Location: /new"]), "/new": .init(body: "[]"),
    ])
    let failure = await #expect(throws: HTTPError.self) { try await server.client.get("/old") }
    #expect(
      failure?.reason == status.split(separator: " ").first.flatMap { Int($0) }.map { .status($0) })
    #expect(server.requestLines == ["GET /old HTTP/1.1"])
  }

  @Test
  func `that never ends fails after twenty`() async throws {
    let server = try LoopbackServer([
      "/a": .init(status: "302 Found", headers: ["Location: /b"]),
      "/b": .init(status: "307 Temporary Redirect", headers: ["Location: /a"]),
    ])
    let failure = await #expect(throws: HTTPError.self) { try await server.client.get("/a") }
    #expect(failure?.reason == .redirectLoop)
    #expect(server.requestLines.count == 21)
  }
}
