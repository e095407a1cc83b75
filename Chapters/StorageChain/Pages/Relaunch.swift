import Workbook

extension Page {
  static let relaunch = Page(
    "relaunch", "The next launch gets the last value from the file"
  ) { transcript in
    let scratch = try Scratch()
    let path = scratch.file.filePath

    _ = try transcript.run(.keeper, ["store", path])
    for (version, name) in [("as-written", "as written"), ("fixed", "fixed")] {
      for line in try transcript.run(.keeper, [version, path]).lines {
        transcript.line("\(name): \(line)")
      }
    }
  }
}
