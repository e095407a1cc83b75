import Workbook

extension Page {
  static let loadAndSave = Page(
    "load-and-save", "Attempt 2: load at launch, save at termination"
  ) { transcript in
    let scratch = try Scratch()
    let path = scratch.file.filePath
    try scratch.changeOutside(to: .ann)

    let first = try transcript.start(.app, [path])
    first.say("load")
    transcript.line("launch: load, \(first.answer("reads"))")
    transcript.line("\(first.answer("get")), \(first.answer("reads"))")
    first.say("Bob")
    transcript.line("set Bob, \(first.answer("writes"))")
    first.say("save")
    transcript.line("terminate: save, \(first.answer("writes"))")
    _ = first.ending()

    let second = try transcript.start(.app, [path])
    second.say("load")
    transcript.line("relaunch: \(second.answer("get"))")
    second.say("Cid")
    let isSet = second.answer("get") == "get Cid"
    second.kill()
    transcript.line(
      "set \(isSet ? "Cid" : "nobody"), then \(second.ending().isNormal ? "ended" : "killed")")

    let third = try transcript.start(.app, [path])
    third.say("load")
    transcript.line("relaunch: \(third.answer("get"))")
    try scratch.changeOutside(to: .dan)
    transcript.line("file changed outside to Dan, \(third.answer("get"))")
    _ = third.ending()
  }
}

extension ChildProcess {
  /// Sends a command and waits for its answer.
  fileprivate func answer(_ word: String) -> String {
    say(word)
    return nextLine() ?? "nothing"
  }
}
