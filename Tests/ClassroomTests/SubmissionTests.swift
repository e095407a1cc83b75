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
