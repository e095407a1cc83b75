public import Concurrency
public import Foundation

/// An HTTP server on a real socket of this machine, at a port that the system chooses.
///
/// One thread accepts connections and answers each with the bytes that the script holds for its
/// path, exactly as they are; a connection carries one request. It ends with the last reference.
public final class LoopbackServer: Sendable {
  /// What is written to a connection.
  public struct Reply: Sendable {
    let bytes: Data
    private(set) var gate: Gate?

    /// These bytes and nothing else, HTTP or not.
    public init(bytes: String) { self.bytes = Data(bytes.utf8) }

    /// A whole answer; the announced length may be another than the body's.
    public init(
      status: String = "200 OK", headers: [String] = [], body: String = "", announcing: Int? = nil
    ) {
      let count = announcing ?? body.utf8.count
      let head =
        ["HTTP/1.1 \(status)", "Content-Length: \(count)", "Connection: close"] + headers
      self.init(bytes: head.joined(separator: "\r\n") + "\r\n\r\n" + body)
    }

    /// The same reply, once the gate is open.
    public func held(by gate: Gate) -> Reply {
      var reply = self
      reply.gate = gate
      return reply
    }
  }

  /// `http://127.0.0.1:49152`, for example.
  public let address: URL
  private let socket: ListeningSocket
  private let lines = Locked<[String]>([])

  /// - Parameter replies: what is written for each path; 404 for any other.
  /// - Throws: `POSIXError` when there is no socket to be had.
  public init(_ replies: [String: Reply]) throws {
    socket = try ListeningSocket()
    address = try socket.address()
    let thread = Thread { [socket, lines] in
      while let connection = socket.accept() {
        let line = connection.requestLine()
        lines.withLock { $0.append(line) }
        let path = line.split(separator: " ").dropFirst().first.map(String.init) ?? ""
        let reply = replies[path] ?? Reply(status: "404 Not Found")
        let answer = { @Sendable in connection.finish(with: reply.bytes) }
        if let gate = reply.gate { gate.whenOpen(answer) } else { answer() }
      }
    }
    thread.start()
  }

  deinit { socket.close() }

  /// The first lines of all requests so far: `GET /news.json HTTP/1.1`.
  public var requestLines: [String] { lines.withLock { $0 } }

  /// The address of a port at which nobody listens: it was free a moment ago.
  public static func refusingAddress() throws -> URL {
    let socket = try ListeningSocket()
    defer { socket.close() }
    return try socket.address()
  }
}
