import ThreadConfinement
import Workbook

extension Page {
  static let taskInTask = Page(
    "task-in-task", "A task that adds a task"
  ) { transcript in
    for line in try transcript.run(.taskInTask).lines { transcript.line("as written: \(line)") }

    let scratch = try Scratch()
    let root = DBRoot(scratch.configuration)
    let second = AsyncStream.makeStream(of: Void.self)
    try await root.run { _ in
      try root.addTask({ _ in transcript.line("fixed: task 2") }) { _ in
        second.continuation.finish()
      }
      transcript.line("fixed: task 1")
    }
    for await _ in second.stream {}
    await root.leave()
  }
}
