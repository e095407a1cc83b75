import Foundation
import Terminal
import TestSupport
import Testing

@testable import WorkbookCommand

struct `The command pack`: ~Copyable {
  let workshop: Workshop
  init() throws { workshop = try Workshop(rungs: "WhichSubject") }

  private var pack: URL { workshop.folder.file("workbook-pack.txt") }

  @Test
  func `writes the changed exercises, and grade reads them`() throws {
    let empty = workshop.run("pack")
    let none = pack.text
    try workshop.file.write("// Nothing here.")
    let first = workshop.run("pack")
    try workshop.file.write(Workshop.refused)
    let second = workshop.run("pack")
    let text = try #require(pack.text)
    let graded = workshop.run("grade", "workbook-pack.txt", "--report", "markdown=report.md")
    #expect(
      empty.complaints
        == "workbook: all exercises are as they were handed out: there is nothing to hand in\n")
    #expect(empty.status == .failure)
    #expect(none == nil)
    for printed in [first, second] {
      #expect(
        printed.output == "  PublishSubject  unchecked, 0 of 5 points\n"
          + "Hand in workbook-pack.txt, 1 KB: 0 of 5 points, warm-ups: 0 of 1\n")
      #expect(printed.status == .success)
    }
    #expect(text.hasSuffix("---- PublishSubject ----\n\(Workshop.refused)\n"))
    #expect(!text.contains(workshop.folder.url.path))
    #expect(graded.output == "0 of 5 points\n")
    #expect(graded.status == .success)
    let report = try #require(workshop.folder.file("report.md").text)
    #expect(report.contains("unsafeBitCast"))
  }

  @Test
  func `does not replace a file that is not a pack, and grade refuses such a file`() throws {
    let notes = workshop.folder.file("notes.txt")
    try workshop.file.write(Workshop.refused)
    try notes.write("mine")
    let packed = workshop.run("pack", "--to", "notes.txt")
    let link = workshop.folder.file("link")
    try FileManager.default.createSymbolicLink(atPath: link.path, withDestinationPath: "Chapters")
    for (folder, end) in [(".", ""), ("link", "/link")] {
      let refused = workshop.run("pack", "--to", folder)
      #expect(refused.status == .cannotWrite)
      let advice = "A folder is at this path: choose another path, or move the folder away.\n"
      #expect(refused.complaints.hasSuffix("\(end) cannot be read: Is a directory. \(advice)"))
    }
    let graded = workshop.run("grade", "notes.txt")
    #expect(
      packed.complaints
        == "workbook: --to \"notes.txt\" is a file, not a pack: choose another name\n")
    #expect(packed.status == .usage)
    #expect(notes.text == "mine")
    #expect(graded.complaints.contains(" nor a pack: pass a folder with one learner's files"))
    #expect(graded.status == .usage)
    try workshop.folder.file("essay.zip").write("PK")
    let zip = workshop.run("grade", "essay.zip").complaints
    #expect(zip.hasSuffix("/essay.zip\" is a ZIP file: unpack it and pass its folder\n"))
  }

  #if os(Linux)
    @Test
    func `says why a device cannot be written`() throws {
      try workshop.file.write(Workshop.refused)
      let packed = workshop.run("pack", "--to", "/dev/full")
      #expect(
        packed.complaints
          == "workbook: /dev/full cannot be written: No space left on device. Free some "
          + "space and try again.\n")
      #expect(packed.status == .cannotWrite)
    }
  #endif

  @Test
  func `refuses a pack that grade would not read`() throws {
    try workshop.file.write("// " + String(repeating: "sixteen letters ", count: 65_529))
    let packed = workshop.run("pack")
    #expect(
      packed.complaints
        == "workbook: the pack would have 1025 KB, and at most 1024 KB are read: shorten your files, of "
        + "which PublishSubject is the largest\n")
    #expect(packed.status == .failure)
    #expect(pack.text == nil)
  }

  @Test
  func `does not take a file that cannot be read for an untouched one`() throws {
    try workshop.file.write(String(repeating: "sixteen letters ", count: 1 << 17))
    let packed = workshop.run("pack")
    let complaints = packed.complaints.split(separator: "\n")
    #expect(complaints.first?.hasPrefix("workbook: PublishSubject is left out. ") == true)
    #expect(
      complaints.dropFirst()
        == ["workbook: no pack was written: all other exercises are as they were handed out"])
    #expect(packed.status == .failure)
    #expect(pack.text == nil)
  }
}
