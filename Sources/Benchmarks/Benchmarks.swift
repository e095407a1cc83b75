import Foundation
import Terminal

@main
enum Benchmarks {
  static func main() {
    StandardStream.prepareAll()
    Interruption.handle()
    RunFolder.removeStale(in: TemporaryDirectory.url)
    let status = Command.run(Array(CommandLine.arguments.dropFirst()))
    Interruption.endIfSignalled()
    ScratchFolder.removeAll()
    exit(status.rawValue)
  }
}
