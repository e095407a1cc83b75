import Application
import Observing
import Service
import Workbook

extension SettingController {
  /// Prints what becomes of each name that is entered, except that it was saved.
  ///
  /// - Parameters:
  ///   - transcript: where the lines go.
  ///   - prefix: begins each line.
  ///   - saysValid: whether a name that is one has a line, too.
  /// - Returns: what keeps printing.
  func print(
    in transcript: Transcript, prefix: String = "", saysValid: Bool = false
  ) -> Binding {
    state.observe { change in
      switch change.new {
      case .ready, .answered(.saved): break
      case .waiting: if saysValid { transcript.line("\(prefix)setting: valid") }
      case .rejected(let mistake): transcript.line("\(prefix)setting: rejected, \(mistake)")
      case .answered(.refused(let error)), .answered(.notSaved(let error)):
        transcript.line("\(prefix)setting: told \(error)")
      }
    }
  }

  /// Enters a name and waits for the outcome.
  func enterAndWait(_ newName: String) async {
    let (states, state) = AsyncStream.makeStream(of: State.self)
    let binding = self.state.observe { state.yield($0.new) }
    enter(newName)
    for await state in states {
      if case .waiting = state { continue }
      break
    }
    binding.end()
  }
}
