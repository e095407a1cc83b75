import Foundation
import Testing

@testable import Classroom
@testable import Grading

/// Matching files to learners, and choosing the latest of several attempts.
extension `The submissions of a class` {
  @Test
  func `in several attempts count by the latest number, and the others are listed`() throws {
    for name in [
      "ann_PublishSubject-10", "ann_PublishSubject-9", "ann_PublishSubject", "bob_RelayHub-1",
      "bob_RelayHub", "cid/RelayHub", "cid/RelayHub (2)", "cid/RelayHub(10)",
      "lee_7_100_RelayHub", "lee_7_99_RelayHub-1",
    ] {
      try course.handIn("\(name).swift", "// \(name)")
    }
    let snapshots = try course.snapshots()
    let used = snapshots.map { $0.files.filter { $0.hash != nil }.map(\.name) }
    #expect(
      used == [
        ["ann_PublishSubject-10.swift"], ["bob_RelayHub-1.swift"], ["RelayHub(10).swift"],
        ["lee_7_100_RelayHub.swift"],
      ])
    #expect(
      snapshots.map(\.unused) == [
        [
          "ann_PublishSubject-9.swift (ann_PublishSubject-10.swift was used)",
          "ann_PublishSubject.swift (ann_PublishSubject-10.swift was used)",
        ], ["bob_RelayHub.swift (bob_RelayHub-1.swift was used)"],
        [
          "RelayHub (2).swift (RelayHub(10).swift was used)",
          "RelayHub.swift (RelayHub(10).swift was used)",
        ], ["lee_7_99_RelayHub-1.swift (lee_7_100_RelayHub.swift was used)"],
      ])
    #expect(
      snapshots[1].notes == [
        "“bob”, not graded: bob_RelayHub.swift (bob_RelayHub-1.swift was used)"
      ])
  }

  @Test(arguments: [
    ("freyemil_105_300_x_1_2_Exercise.swift", "freyemil 105 on time Exercise"),
    ("weberleo_LATE_102_9_Week_47_2_PublishSubject.swift", "weberleo 102 late PublishSubject"),
    ("eee_305_5_2026_11_24_PublishSubject (1).swift", "eee 305 on time PublishSubject"),
    ("fff_306_6__PublishSubject_final.swift", "fff 306 on time final"),
    ("kim_RelayHub.swift-1.txt", "kim  - RelayHub"),
    ("Kim Lee_4718_assignsubmission_file_x_1_2_Exercise-2.swift", "Kim Lee 4718 - Exercise"),
  ])
  func `are named by the first numbers that Canvas and Moodle have put into the names`(
    name: String, parts: String
  ) throws {
    let read = try #require(CanvasName(name))
    let lateness = read.isLate.map { $0 ? "late" : "on time" } ?? "-"
    #expect("\(read.learner) \(read.identifier ?? "") \(lateness) \(read.exercise)" == parts)
  }

  @Test
  func `are distinguished even if names and numbers run together`() throws {
    try course.handIn("ann_12_900_RelayHub.swift", "// 1 ann")
    try course.handIn("ann1_2_901_PublishSubject.swift", "// 2 ann1")
    let snapshots = try course.snapshots()
    let learners = snapshots.map { "\($0.learner.entry) \($0.learner.identifier ?? "")" }
    #expect(learners == ["ann1_2 2", "ann_12 12"])
    #expect(snapshots.map { $0.files.count { $0.hash != nil } } == [1, 1])
    try course.handIn("ann_12_RelayHub.swift", "// 3 ann_12")
    let files = course.problem()
    #expect(files == "\"…\" has files of two learners “ann_12”: move those of each into a folder")
  }

  @Test
  func `of a learner whose name is the unique name of another are distinguished`() throws {
    let names = ["Ann Lee", "ann lee"]
    for name in names { try course.handIn("\(name)/RelayHub.swift", "// 1 \(name)") }
    for slug in try course.read().learners.map(\.slug) {
      try course.handIn("\(slug)/RelayHub.swift", "// 2 \(slug)")
    }
    let folder = try course.read()
    #expect(Set(folder.learners.map { $0.slug.lowercased() }).count == 4)
    let texts = Set(
      try course.snapshots().map { try course.results.text($0.files[1].hash ?? "") ?? "" })
    #expect(texts.count == 4)
    #expect(course.results.names(in: "data/learners").count == 4)
  }

  @Test
  func `by learners with the same name are distinguished`() throws {
    for entry in [
      "Ann", "ann", "Ann Lee_1_assignsubmission_file_", "Ann Lee_2_assignsubmission_file_",
    ] {
      try course.handIn("\(entry)/PublishSubject.swift", "// 1 \(entry)")
    }
    let folder = try course.read()
    #expect(folder.learners.map(\.name) == ["Ann", "Ann Lee", "Ann Lee", "ann"])
    #expect(Set(folder.learners.map { $0.slug.lowercased() }).count == 4)
    #expect(
      folder.notes == [
        "“Ann Lee_1_assignsubmission_file_” and “Ann Lee_2_assignsubmission_file_” may be one person: "
          + "they are graded as 2 learners",
        "“Ann” and “ann” may be one person: they are graded as 2 learners",
      ])
  }
}
