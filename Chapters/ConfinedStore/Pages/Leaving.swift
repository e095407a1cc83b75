import Concurrency
import Dispatch
import ThreadConfinement
import Workbook

extension Page {
  static let leaving = Page(
    "leaving", "A module is left while tasks wait", drawnAs: .lanes
  ) { transcript in
    let scratch = try ScratchFolder()
    // The first task occupies the thread until the module is being left, so that the others wait.
    let (hasStarted, occupied, isLeaving) = (Gate(), Gate(), DispatchSemaphore(value: 0))
    var root: RecordedDBRoot? = DBRoot(scratch.configuration) { event in
      switch event {
      case .threadStarted:
        transcript.line("enter: thread started")
        hasStarted.open()
      case .leaving: isLeaving.signal()
      case .threadFinished(let drained):
        transcript.line("leave: \(drained) tasks drained")
        transcript.line("leave: thread finished")
      }
    }.recorded(in: transcript)
    await hasStarted.passed()
    // Throws if the store cannot be opened; otherwise the gate would never open.
    try await root?.run { _ in }
    try root?.addTask { _ in
      occupied.open()
      isLeaving.wait()
    } completion: { _ in
    }
    await occupied.passed()
    let inserts = try [ArtistViewModel](named: "Ann", "Bob", "Cid").map { artist in
      try root?.begin { store in try store.write { _ = try store.add(artist) } }
    }
    await root?.leave()
    for insert in inserts { try await insert?.value() }

    do {
      try root?.addTask({ _ in }, completion: { _ in })
    } catch {
      transcript.line("task after leaving: refused")
    }
    weak let released = root?.base
    root = nil
    if released == nil { transcript.line("DBRoot released") }
  }
}
