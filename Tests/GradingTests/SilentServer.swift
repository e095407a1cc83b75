import Foundation

/// A local socket that accepts connections and sends nothing. It is closed with this value.
struct SilentServer: ~Copyable {
  let port: UInt16
  private let descriptor: Int32

  struct Failure: Error {}

  init() throws(Failure) {
    #if canImport(Darwin)
      descriptor = socket(AF_INET, SOCK_STREAM, 0)
    #else
      descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    #endif
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = in_addr_t(0x7F00_0001).bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let code = withUnsafeMutablePointer(to: &address) { [descriptor] pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(descriptor, $0, length) + listen(descriptor, 8)
          + getsockname(descriptor, $0, &length)
      }
    }
    port = in_port_t(bigEndian: address.sin_port)
    guard code == 0 else { throw Failure() }
  }

  deinit { close(descriptor) }
}
