internal import Foundation
internal import Terminal

@main enum Program {
  static func main() {
    StandardStream.prepareAll()
    let interruption = Interruption()
    interruption.listen()
    let progress = ProgressLine()
    let environment = CommandEnvironment(
      directory: URL(
        filePath: FileManager.default.currentDirectoryPath, directoryHint: .isDirectory),
      variables: ProcessInfo.processInfo.environment, now: { Date() },
      freshSeed: { .random(in: 0 ... .max) }, interruption: interruption,
      showProgress: { words in if let words { progress.show(words) } else { progress.clear() } })
    let status = Command.run(
      Array(CommandLine.arguments.dropFirst()), on: .standard(), in: environment)
    interruption.endProgramIfItHasCome()
    exit(status.rawValue)
  }
}
