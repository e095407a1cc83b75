import Workbook

extension Page {
  static let fileEveryTime = Page(
    "file-every-time", "A student that is read three times"
  ) { transcript in
    let scratch = try ScratchFolder()
    let foo = AsWritten.FirstAttempt.Foo(filePath: scratch.file.filePath)
    foo.file.onAccess = { transcript.record($0 ? .read : .write, to: "file") }

    transcript.call("set Ann", of: "Foo") { foo.currentStudent = .ann }
    transcript.line("set Ann, file writes \(foo.file.writes)")
    for _ in 1...3 {
      let student = transcript.call("get", of: "Foo", returning: { $0 }) {
        foo.currentStudent?.name ?? "nobody"
      }
      transcript.line("get \(student), file reads \(foo.file.reads)")
    }
  }
}
