import Foundation
import Grading
import TestSupport
import Testing

@testable import Classroom

struct `A submission`: ~Copyable {
  let folder: TemporaryFolder
  let exercise: Exercise

  init() throws {
    let exercise = try #require(Catalog.exercise(named: "PublishSubject"))
    folder = try TemporaryFolder()
    self.exercise = exercise
  }

  private var place: URL { folder.url.appending(path: exercise.folder) }

  private func chosen() -> String {
    let path = Submission(folder: folder.url).file(for: exercise).path
    return String(path.dropFirst(folder.url.path.count + 1))
  }

  @Test
  func `has an exercise's file in its folder, or by its name at the top`() throws {
    let whenEmpty = chosen()
    try Data("top".utf8).write(to: folder.url.appending(path: "PublishSubject.swift"))
    let atTheTop = chosen()
    try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
    try Data("place".utf8).write(to: place.appending(path: "Exercise.swift"))
    let atItsPlace = chosen()
    #expect(whenEmpty == "\(exercise.folder)/Exercise.swift")
    #expect(atTheTop == "PublishSubject.swift")
    #expect(atItsPlace == "\(exercise.folder)/Exercise.swift")
  }

  @Test
  func `may be in one folder of its own, beside other files`() throws {
    let inner = folder.url.appending(path: "my work")
    try FileManager.default.createDirectory(at: inner, withIntermediateDirectories: true)
    try Data().write(to: folder.url.appending(path: "notes.txt"))
    try Data().write(to: inner.appending(path: "PublishSubject.swift"))
    let nested = chosen()
    try FileManager.default.createDirectory(
      at: folder.url.appending(path: "other"), withIntermediateDirectories: true)
    try Data().write(to: folder.url.appending(path: "other/RelayHub.swift"))
    let ambiguous = Submission(folder: folder.url).unusedFiles(besides: [exercise])
    #expect(nested == "my work/PublishSubject.swift")
    #expect(ambiguous == ["my work/PublishSubject.swift", "other/RelayHub.swift"])
  }

  @Test(arguments: [
    "leeann_123_456_PublishSubject.swift", "leeann_LATE_123_456_PublishSubject-2.swift",
    "Ann Lee_123_assignsubmission_file_PublishSubject.swift",
  ])
  func `is understood as Canvas and Moodle name it, and lists what has another name`(
    name: String
  ) throws {
    for name in [name, "PublishSubject (1).swift", "publishsubject.SWIFT"] {
      try Data(name.utf8).write(to: folder.url.appending(path: name))
    }
    let file = chosen()
    let unused = Submission(folder: folder.url).unusedFiles(besides: [exercise])
    #expect(file == name)
    #expect(unused == ["PublishSubject (1).swift", "publishsubject.SWIFT"])
    #expect(CanvasName(name)?.identifier == "123")
  }

  @Test(arguments: [
    ["PublishSubject-10.swift", "PublishSubject-9.swift", "PublishSubject.swift"],
    [
      "leeann_7_100_PublishSubject.swift", "leeann_7_99_PublishSubject-2.swift",
      "leeann_7_99_PublishSubject.swift",
    ],
  ])
  func `of several attempts is the latest by number, and lists the others`(
    names: [String]
  ) throws {
    for name in names {
      try Data(name.utf8).write(to: folder.url.appending(path: name))
    }
    let file = chosen()
    let unused = Submission(folder: folder.url).unusedFiles(besides: [exercise])
    #expect(file == names[0])
    #expect(unused == names.dropFirst().sorted())
  }

  @Test
  func `of a whole workbook lists Swift files beside its folders`() throws {
    try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
    for path in ["\(exercise.folder)/Exercise.swift", "Package.swift", "PublishSubject.swift"] {
      try Data().write(to: folder.url.appending(path: path))
    }
    let unused = Submission(folder: folder.url).unusedFiles(besides: [exercise])
    #expect(unused == ["PublishSubject.swift"])
  }

  @Test
  func `returns the link itself where a folder is one`() throws {
    let elsewhere = try TemporaryFolder()
    try Data("of another learner".utf8).write(to: elsewhere.url.appending(path: "Exercise.swift"))
    try FileManager.default.createDirectory(
      at: place.deletingLastPathComponent(), withIntermediateDirectories: true)
    try FileManager.default.createSymbolicLink(at: place, withDestinationURL: elsewhere.url)
    let file = chosen()
    #expect(file == exercise.folder)
  }
}
