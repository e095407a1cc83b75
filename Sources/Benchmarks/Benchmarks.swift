import Foundation
import Terminal

@main
enum Benchmarks {
  static func main() {
    StandardStream.prepareAll()
    exit(Command.run(Array(CommandLine.arguments.dropFirst())).rawValue)
  }
}
