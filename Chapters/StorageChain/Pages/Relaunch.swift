import Workbook

extension Page {
  static let relaunch = Page("relaunch", "Two launches, one after the other") { transcript in
    let scratch = try ScratchFolder()
    let path = scratch.file.filePath

    _ = try transcript.run(.keeper, ["store", path], as: "first launch")
    for (version, name) in [("as-written", "as written"), ("fixed", "fixed")] {
      for line in try transcript.run(.keeper, [version, path], as: name).lines {
        transcript.line("\(name): \(line)")
      }
    }
  }
}
