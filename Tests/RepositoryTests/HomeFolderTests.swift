import Foundation
import TestSupport
import Testing
import Workbook

struct `A run of the chapter` {
  /// On Linux, configuring a session creates folders for a cache and for cookies.
  @Test
  func `leaves nothing in the user's home`() throws {
    let home = try ScratchFolder()
    let ending = try BuiltProgram("Chapter-Repository").run(
      environment: [
        "HOME": home.url.path, "CFFIXED_USER_HOME": home.url.path, "XDG_CACHE_HOME": "",
        "XDG_DATA_HOME": "", "XDG_CONFIG_HOME": "",
      ])
    let left = try FileManager.default.subpathsOfDirectory(atPath: home.url.path)
    #expect(ending.status == 0)
    #expect(left == [])
  }

  @Test
  func `keeps the existing contents of the user's home`() throws {
    let home = try ScratchFolder()
    let cache = home.url.appending(path: ".cache/org.swift.foundation.URLCache/Chapter-Repository")
    try FileManager.default.createDirectory(at: cache, withIntermediateDirectories: true)
    try Data("kept".utf8).write(to: cache.appending(path: "entry"))
    let before = try FileManager.default.subpathsOfDirectory(atPath: home.url.path).sorted()
    let ending = try BuiltProgram("Chapter-Repository").run(
      ["remote"],
      environment: ["HOME": home.url.path, "XDG_CACHE_HOME": "", "XDG_DATA_HOME": ""])
    let after = try FileManager.default.subpathsOfDirectory(atPath: home.url.path).sorted()
    #expect(ending.status == 0)
    #expect(after == before)
  }

  /// Six processes could create the same folders at the same time. A defect leaves folders in three
  /// rounds of four, so there are several rounds.
  @Test
  func `leaves nothing in the user's home while five others run`() throws {
    let home = try ScratchFolder()
    let environment = ["HOME": home.url.path, "XDG_CACHE_HOME": "", "XDG_DATA_HOME": ""]
    for _ in 1...4 {
      let nothing = try FileHandle(forReadingFrom: URL(filePath: "/dev/null"))
      let runs = try (1...6).map { _ in
        try BuiltProgram("Chapter-Repository").start(
          ["remote"], environment: environment, input: nothing)
      }
      let statuses = runs.map { $0.ending().status }
      let left = try FileManager.default.subpathsOfDirectory(atPath: home.url.path)
      #expect(statuses == Array(repeating: 0, count: 6))
      #expect(left == [])
    }
  }
}
