import Foundation
import Terminal

@main
enum Benchmarks {
  static func main() {
    StandardStream.prepareAll()
    let status = Command.run(Array(CommandLine.arguments.dropFirst()))
    ScratchFolder.removeAll()
    exit(status.rawValue)
  }
}
