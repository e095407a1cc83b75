import Concurrency
import Foundation

/// A socket that waits for connections on the loopback interface.
struct ListeningSocket: Sendable {
  private let descriptor: Int32
  private let isStopped = Locked(false)

  /// Binds to a port that the system chooses, and listens.
  ///
  /// - Parameter listens: `false` for a port that refuses connections.
  /// - Throws: `POSIXError`.
  init(listens: Bool = true) throws {
    #if os(Linux)
      descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    #else
      descriptor = socket(AF_INET, SOCK_STREAM, 0)
      closeOnExec(descriptor)
    #endif
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    let isBound = withUnsafeBytes(of: &address) { bytes in
      bind(descriptor, bytes.assumingMemoryBound(to: sockaddr.self).baseAddress, length) == 0
    }
    guard descriptor >= 0, isBound, !listens || listen(descriptor, 128) == 0 else {
      throw lastError()
    }
  }

  private var length: socklen_t { socklen_t(MemoryLayout<sockaddr_in>.size) }

  /// The URL of the socket.
  func address() throws -> URL {
    var address = sockaddr_in()
    var length = length
    let isKnown = withUnsafeMutableBytes(of: &address) { bytes in
      getsockname(descriptor, bytes.assumingMemoryBound(to: sockaddr.self).baseAddress, &length)
        == 0
    }
    guard isKnown, let url = URL(string: "http://127.0.0.1:\(UInt16(bigEndian: address.sin_port))")
    else { throw lastError() }
    return url
  }

  /// Waits for the next connection. Returns nil once the socket is closed.
  func accept() -> Connection? {
    while true {
      #if os(Linux)
        let connection = Glibc.accept(descriptor, nil, nil)
      #else
        let connection = Darwin.accept(descriptor, nil, nil)
      #endif
      let error = lastError()
      guard !isStopped.withLock({ $0 }) else {
        if connection >= 0 { closeDescriptor(connection) }
        return nil
      }
      if connection >= 0 { return Connection(descriptor: connection) }
      // A signal arrived, or the client has closed the connection.
      guard [.EINTR, .ECONNABORTED].contains(error.code) else { fatalError("accept: \(error)") }
    }
  }

  /// Makes the current or next call of ``accept()`` return nil.
  ///
  /// Only the accepting thread may close the descriptor. Otherwise the system may reuse its number
  /// for another server's socket, whose connection `accept()` would then take.
  func stopAccepting() {
    isStopped.withLock { $0 = true }
    #if os(Linux)
      shutdown(descriptor, Int32(SHUT_RDWR))
    #else
      guard let wakeUp = try? ListeningSocket.connected(to: self) else { return }
      closeDescriptor(wakeUp)
    #endif
  }

  /// Releases the port.
  func close() { closeDescriptor(descriptor) }

  #if canImport(Darwin)
    /// Connects to a listening socket, which wakes the accepting thread.
    private static func connected(to listener: ListeningSocket) throws -> Int32 {
      var address = sockaddr_in()
      var length = listener.length
      let client = socket(AF_INET, SOCK_STREAM, 0)
      let isConnected = withUnsafeMutableBytes(of: &address) { bytes in
        let name = bytes.assumingMemoryBound(to: sockaddr.self).baseAddress
        return getsockname(listener.descriptor, name, &length) == 0
          && connect(client, name, length) == 0
      }
      guard isConnected else { throw lastError() }
      return client
    }
  #endif
}

/// A connection to a client.
struct Connection: Sendable {
  let descriptor: Int32

  init(descriptor: Int32) {
    self.descriptor = descriptor
    closeOnExec(descriptor)
    #if canImport(Darwin)
      // Makes `send` fail when the client has hung up, instead of ending the tests with a signal.
      var isOn: Int32 = 1
      setsockopt(descriptor, SOL_SOCKET, SO_NOSIGPIPE, &isOn, socklen_t(MemoryLayout<Int32>.size))
    #endif
  }

  /// Reads the headers and a body of the announced length.
  func requestLine() -> String {
    var text = ""
    var buffer = [UInt8](repeating: 0, count: 4096)
    while !Self.isWhole(text) {
      let count = recv(descriptor, &buffer, buffer.count, 0)
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { break }
      text += String(decoding: buffer[..<count], as: UTF8.self)
    }
    return text.components(separatedBy: "\r\n").first ?? ""
  }

  private static func isWhole(_ text: String) -> Bool {
    guard let end = text.range(of: "\r\n\r\n") else { return false }
    let length = text.lowercased().components(separatedBy: "\r\n")
      .first { $0.hasPrefix("content-length:") }?
      .split(separator: ":").last.flatMap { Int($0.trimmingCharacters(in: .whitespaces)) }
    return text[end.upperBound...].utf8.count >= length ?? 0
  }

  /// Writes the reply until it ends or the client hangs up, then closes the connection.
  func finish(with reply: LoopbackServer.Reply) {
    let isRead = write(reply.bytes)
    if isRead, let body = reply.endlessBody {
      if write(body.piece) { body.begin() }
      while write(body.piece) {}
      body.end()
    }
    shutdown(descriptor, Int32(SHUT_WR))
    closeDescriptor(descriptor)
  }

  /// - Returns: Whether all bytes were sent.
  private func write(_ data: Data) -> Bool {
    #if os(Linux)
      let flags = Int32(MSG_NOSIGNAL)
    #else
      let flags: Int32 = 0
    #endif
    var rest = Array(data)[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { send(descriptor, $0.baseAddress, $0.count, flags) }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return false }
      rest = rest.dropFirst(count)
    }
    return true
  }
}

private func closeOnExec(_ descriptor: Int32) { _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC) }

private func closeDescriptor(_ descriptor: Int32) { close(descriptor) }

private func lastError() -> POSIXError { POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
