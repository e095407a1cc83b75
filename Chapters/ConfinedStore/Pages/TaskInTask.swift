import Concurrency
import ThreadConfinement
import Workbook

extension Page {
  static let taskInTask = Page(
    "task-in-task", "A task that adds a task", drawnAs: .lanes
  ) { transcript in
    for line in try transcript.run(.taskInTask).lines { transcript.line("as written: \(line)") }

    let scratch = try ScratchFolder()
    let root = DBRoot(scratch.configuration).recorded(in: transcript)
    let hasRun = Gate()
    try await root.run { _ in
      try root.addTask({ _ in transcript.line("fixed: task 2") }) { _ in
        hasRun.open()
      }
      transcript.line("fixed: task 1")
    }
    await hasRun.passed()
    await root.leave()
  }
}
