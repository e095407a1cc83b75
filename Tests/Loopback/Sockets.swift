import Foundation

/// A socket that waits for connections on the loopback interface.
struct ListeningSocket: Sendable {
  private let descriptor: Int32

  /// Binds to a port that the system chooses, and listens.
  init() throws {
    #if os(Linux)
      let stream = Int32(SOCK_STREAM.rawValue)
    #else
      let stream = SOCK_STREAM
    #endif
    descriptor = socket(AF_INET, stream, 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    let isBound = withUnsafeBytes(of: &address) { bytes in
      bind(descriptor, bytes.assumingMemoryBound(to: sockaddr.self).baseAddress, length) == 0
    }
    guard descriptor >= 0, isBound, listen(descriptor, 16) == 0 else { throw lastError() }
  }

  private var length: socklen_t { socklen_t(MemoryLayout<sockaddr_in>.size) }

  /// Where it listens.
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

  /// Waits for the next connection; nil once the socket is closed.
  func accept() -> Connection? {
    #if os(Linux)
      let connection = Glibc.accept(descriptor, nil, nil)
    #else
      let connection = Darwin.accept(descriptor, nil, nil)
    #endif
    return connection >= 0 ? Connection(descriptor: connection) : nil
  }

  /// Wakes whoever waits for connections, and gives the port back.
  func close() {
    shutdown(descriptor, Int32(SHUT_RDWR))
    closeDescriptor(descriptor)
  }
}

/// One client.
struct Connection: Sendable {
  let descriptor: Int32

  /// Reads until the empty line after the headers; the first line of what came.
  func requestLine() -> String {
    var text = ""
    var buffer = [UInt8](repeating: 0, count: 4096)
    while !text.contains("\r\n\r\n") {
      let count = recv(descriptor, &buffer, buffer.count, 0)
      guard count > 0 else { break }
      text += String(decoding: buffer[..<count], as: UTF8.self)
    }
    return text.components(separatedBy: "\r\n").first ?? ""
  }

  /// Writes everything, as long as somebody reads, and hangs up.
  func finish(with data: Data) {
    #if os(Linux)
      let flags = Int32(MSG_NOSIGNAL)
    #else
      let flags: Int32 = 0
    #endif
    var rest = Array(data)[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { send(descriptor, $0.baseAddress, $0.count, flags) }
      guard count > 0 else { break }
      rest = rest.dropFirst(count)
    }
    shutdown(descriptor, Int32(SHUT_WR))
    closeDescriptor(descriptor)
  }
}

private func closeDescriptor(_ descriptor: Int32) { close(descriptor) }

private func lastError() -> POSIXError { POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
