import Foundation
import Terminal

@main
enum Benchmarks {
  static func main() {
    StandardStream.prepareAll()
    TerminationSignals.handle { signal in
      ScratchFolder.removeAll()
      TerminationSignals.endProcess(by: signal)
    }
    let status = Command.run(Array(CommandLine.arguments.dropFirst()))
    ScratchFolder.removeAll()
    exit(status.rawValue)
  }
}
