import Workbook

extension Page {
  static let loadAndSave = Page(
    "load-and-save", "Three launches, one of which is killed"
  ) { transcript in
    let scratch = try ScratchFolder()
    let path = scratch.file.filePath
    try scratch.changeOutside(to: .ann)

    let first = try transcript.start(.app, [path], as: "launch 1")
    first.say("load")
    transcript.line("launch: load, \(first.ask("file reads"))")
    transcript.line("\(first.ask("get")), \(first.ask("file reads"))")
    first.say("set Bob")
    transcript.line("set Bob, \(first.ask("file writes"))")
    first.say("save")
    transcript.line("terminate: save, \(first.ask("file writes"))")
    _ = first.ending()

    let second = try transcript.start(.app, [path], as: "launch 2")
    second.say("load")
    transcript.line("relaunch: \(second.ask("get"))")
    second.say("set Cid")
    let isSet = second.ask("get") == "get Cid"
    second.kill()
    transcript.line(
      "set \(isSet ? "Cid" : "nobody"), then \(second.ending().isNormal ? "ended" : "killed")")

    let third = try transcript.start(.app, [path], as: "launch 3")
    third.say("load")
    transcript.line("relaunch: \(third.ask("get"))")
    try scratch.changeOutside(to: .dan, in: transcript)
    transcript.line("file changed outside to Dan, \(third.ask("get"))")
    _ = third.ending()
  }
}

extension ChildProcess {
  /// Sends a command and waits for the reply, which follows the command: `get Ann`.
  fileprivate func ask(_ command: String) -> String {
    say(command)
    return "\(command) \(nextLine() ?? "nothing")"
  }
}
