import Workbook

extension Page {
  static let loadAndSave = Page(
    "load-and-save", "Attempt 2: load at launch, save at termination"
  ) { transcript in
    let scratch = try Scratch()
    let path = scratch.file.filePath
    try scratch.changeOutside(to: .ann)

    let first = try transcript.start(.app, [path], as: "launch 1")
    first.say("load")
    transcript.line("launch: load, \(first.reply("reads"))")
    transcript.line("\(first.reply("get")), \(first.reply("reads"))")
    first.say("set Bob")
    transcript.line("set Bob, \(first.reply("writes"))")
    first.say("save")
    transcript.line("terminate: save, \(first.reply("writes"))")
    _ = first.ending()

    let second = try transcript.start(.app, [path], as: "launch 2")
    second.say("load")
    transcript.line("relaunch: \(second.reply("get"))")
    second.say("set Cid")
    let isSet = second.reply("get") == "get Cid"
    second.kill()
    transcript.line(
      "set \(isSet ? "Cid" : "nobody"), then \(second.ending().isNormal ? "ended" : "killed")")

    let third = try transcript.start(.app, [path], as: "launch 3")
    third.say("load")
    transcript.line("relaunch: \(third.reply("get"))")
    try scratch.changeOutside(to: .dan, in: transcript)
    transcript.line("file changed outside to Dan, \(third.reply("get"))")
    _ = third.ending()
  }
}

extension ChildProcess {
  /// Sends a command and waits for the reply.
  fileprivate func reply(_ word: String) -> String {
    say(word)
    return nextLine() ?? "nothing"
  }
}
