import Application
import Concurrency
import Observing
import Service
import Workbook

extension SettingController {
  /// Prints the progress of each name that is entered, except that it was saved.
  ///
  /// - Parameters:
  ///   - transcript: receives the lines.
  ///   - prefix: begins each line.
  ///   - saysValid: whether a valid name has a line, too.
  /// - Returns: what retains the printing.
  func print(
    in transcript: Transcript, prefix: String = "", saysValid: Bool = false
  ) -> Binding {
    state.observe { change in
      switch change.new {
      case .ready, .answered(.saved): break
      case .waiting: if saysValid { transcript.line("\(prefix)setting: valid") }
      case .rejected(let error): transcript.line("\(prefix)setting: rejected, \(error)")
      case .answered(.refused(let error)), .answered(.notSaved(let error)):
        transcript.line("\(prefix)setting: told \(error)")
      }
    }
  }

  /// Enters a name and waits for the outcome.
  func enterAndWait(_ newName: String) async {
    let isEnded = OneShot<Void>()
    let binding = state.observe { change in
      if case .waiting = change.new {} else { isEnded.fulfill(()) }
    }
    enter(newName)
    await isEnded.value
    binding.end()
  }
}
