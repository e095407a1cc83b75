import Foundation
import TestSupport
import Testing

@testable import Grading

struct `A build folder` {
  @Test
  func `links neither the object of a renamed source nor that of a whole module`() throws {
    let folder = try TemporaryFolder()
    let library = folder.file("SQLite.build")
    try FileManager.default.createDirectory(at: library, withIntermediateDirectories: true)
    for name in ["Renamed.swift.o", "Row.swift.o"] {
      try Data().write(to: library.appending(path: name))
    }
    let row = library.appending(path: "Row.swift.o").path
    // A release build lists an object for the whole module but never writes it.
    let whole = library.appending(path: "SQLite.o").path
    let map = [
      "": ["swift-dependencies": "primary.swiftdeps", "object": whole],
      "Row.swift": ["object": row],
    ]
    try JSONEncoder().encode(map).write(to: library.appending(path: "output-file-map.json"))
    let objects = BuildFolder(url: folder.url).objects("SQLite")
    #expect(objects == [row])
  }
}
