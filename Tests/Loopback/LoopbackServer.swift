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
    private(set) var endlessBody: EndlessBody?
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

    /// The same reply, followed by a body without end.
    ///
    /// - Parameters:
    ///   - beginning: called when a first megabyte of it has been sent; the rest follows when it returns.
    ///   - hangup: called when the client has closed the connection.
    /// - Returns: a reply that ends only when the client hangs up.
    public func withoutEnd(
      beginning: @escaping @Sendable () -> Void = {}, hangup: @escaping @Sendable () -> Void = {}
    ) -> Reply {
      var reply = self
      reply.endlessBody = EndlessBody(begin: beginning, end: hangup)
      return reply
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
  private let received = Locked<[Request]>([])

  /// A megabyte that is sent again and again, until the client hangs up.
  struct EndlessBody: Sendable {
    let piece = Data(repeating: UInt8(ascii: "a"), count: 1 << 20)
    let begin: @Sendable () -> Void
    let end: @Sendable () -> Void
  }

  /// What a client has sent.
  struct Request: Sendable {
    let line: String
    let body: String
  }

  /// - Parameter replies: what is written for each path; 404 for any other.
  /// - Throws: `POSIXError` when there is no socket to be had.
  public init(_ replies: [String: Reply]) throws {
    socket = try ListeningSocket()
    address = try socket.address()
    let thread = Thread { [socket, received] in
      while let connection = socket.accept() {
        let request = connection.request()
        received.withLock { $0.append(request) }
        let path = request.line.split(separator: " ").dropFirst().first.map(String.init) ?? ""
        let reply = replies[path] ?? Reply(status: "404 Not Found")
        let answer = { @Sendable in connection.finish(with: reply) }
        if let gate = reply.gate {
          gate.whenOpen(answer)
        } else if reply.endlessBody != nil {
          Thread(block: answer).start()
        } else {
          answer()
        }
      }
      socket.close()
    }
    thread.start()
  }

  deinit { socket.stopAccepting() }

  /// The first lines of all requests so far: `GET /news.json HTTP/1.1`.
  public var requestLines: [String] { received.withLock { $0.map(\.line) } }

  /// The bodies of all requests so far; an empty text for a request without one.
  public var requestBodies: [String] { received.withLock { $0.map(\.body) } }

}

/// A port that refuses connections: it is bound, so that no other server gets it, and not listened at.
public final class RefusingPort: Sendable {
  /// `http://127.0.0.1:49152`, for example.
  public let address: URL
  private let socket: ListeningSocket

  /// - Throws: `POSIXError` when there is no socket to be had.
  public init() throws {
    socket = try ListeningSocket(listens: false)
    address = try socket.address()
  }

  deinit { socket.close() }
}
