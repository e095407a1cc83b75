/// How this program was built.
enum Configuration: String, Encodable {
  case debug
  case release

  #if DEBUG
    static let current = debug
  #else
    static let current = release
  #endif
}
