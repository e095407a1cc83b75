public import Concurrency
public import Foundation

/// An HTTP server on a local socket, at a port that the system chooses.
///
/// One thread accepts connections and sends the exact bytes of the reply for the requested path.
/// Each connection carries one request. The server ends with its last reference.
public final class LoopbackServer: Sendable {
  /// The bytes that the server writes to a connection.
  public struct Reply: Sendable {
    let bytes: Data
    private(set) var endlessBody: EndlessBody?
    private(set) var gate: Gate?

    /// Creates a reply of these bytes, which need not be valid HTTP.
    public init(bytes: String) { self.bytes = Data(bytes.utf8) }

    /// Creates a complete response. `announcing` overrides the `Content-Length`.
    public init(
      status: String = "200 OK", headers: [String] = [], body: String = "", announcing: Int? = nil
    ) {
      let count = announcing ?? body.utf8.count
      let head = ["HTTP/1.1 \(status)", "Content-Length: \(count)", "Connection: close"] + headers
      self.init(bytes: head.joined(separator: "\r\n") + "\r\n\r\n" + body)
    }

    /// Returns this reply, followed by an endless body.
    ///
    /// - Parameters:
    ///   - beginning: Called after the first megabyte. The rest follows when it returns.
    ///   - hangup: Called when the client has closed the connection.
    /// - Returns: A reply that ends only when the client hangs up.
    public func withoutEnd(
      beginning: @escaping @Sendable () -> Void = {}, hangup: @escaping @Sendable () -> Void = {}
    ) -> Reply {
      var reply = self
      reply.endlessBody = EndlessBody(begin: beginning, end: hangup)
      return reply
    }

    /// Returns this reply, sent when the gate opens.
    public func held(by gate: Gate) -> Reply {
      var reply = self
      reply.gate = gate
      return reply
    }
  }

  /// `http://127.0.0.1:49152`, for example.
  public let address: URL
  private let socket: ListeningSocket
  private let received = Locked<[String]>([])

  /// A megabyte that is sent repeatedly until the client hangs up.
  struct EndlessBody: Sendable {
    let piece = Data(repeating: UInt8(ascii: "a"), count: 1 << 20)
    let begin: @Sendable () -> Void
    let end: @Sendable () -> Void
  }

  /// - Parameter replies: The replies by path. Other paths get 404.
  /// - Throws: `POSIXError` if the system cannot create a socket.
  public init(_ replies: [String: Reply]) throws {
    socket = try ListeningSocket()
    address = try socket.address()
    let thread = Thread { [socket, received] in
      while let connection = socket.accept() {
        let line = connection.requestLine()
        received.withLock { $0.append(line) }
        let path = line.split(separator: " ").dropFirst().first.map(String.init) ?? ""
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

  /// The request lines so far: `GET /news.json HTTP/1.1`.
  public var requestLines: [String] { received.withLock { $0 } }
}

/// A port that refuses connections. It is bound but not listening, and no other server gets it.
public final class RefusingPort: Sendable {
  /// `http://127.0.0.1:49152`, for example.
  public let address: URL
  private let socket: ListeningSocket

  /// - Throws: `POSIXError` if the system cannot create a socket.
  public init() throws {
    socket = try ListeningSocket(listens: false)
    address = try socket.address()
  }

  deinit { socket.close() }
}
