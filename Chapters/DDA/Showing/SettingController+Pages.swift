import Application
import Observing
import Service
import Workbook

extension SettingController {
  /// Prints what becomes of each name that is entered, except that it was saved.
  func print(in transcript: Transcript) -> Binding {
    state.observe { change in
      switch change.new {
      case .ready, .answered(.saved): break
      case .waiting: transcript.line("setting: valid")
      case .rejected(let mistake): transcript.line("setting: rejected, \(mistake)")
      case .answered(.refused(let error)), .answered(.notSaved(let error)):
        transcript.line("setting: told \(error)")
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
