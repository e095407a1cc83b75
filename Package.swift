// swift-tools-version: 6.3

import PackageDescription

// The taught libraries, from the bottom up. They are the library product `WorkbookCore`.
let taught: [Target] = [
  .target(name: "Concurrency"),
  .target(name: "MiniRx", dependencies: ["Concurrency"]),
  .target(name: "HTTP", dependencies: ["Concurrency"]),
  .target(name: "SQLite", dependencies: ["Concurrency", "CSQLite"]),
  .target(name: "LayeredStorage", dependencies: ["Concurrency", "SQLite"]),
  .target(name: "ThreadConfinement", dependencies: ["Concurrency", "SQLite"]),
]

// The system's SQLite, declared here. Linux needs no `-dev` package: Swift requires this library.
let csqlite = Target.target(
  name: "CSQLite",
  linkerSettings: [
    .linkedLibrary(":libsqlite3.so.0", .when(platforms: [.linux])),
    .linkedLibrary("sqlite3", .when(platforms: [.macOS])),
  ])

// Each has a learner's folder, in its chapter's Exercises, and an author's, in Sources/Exercises.
let exercises: [(chapter: String, names: [String])] = [
  (chapter: "Subjects", names: ["PublishSubject", "ReplayBuffer", "RelayHub", "Broadcast"]),
  (chapter: "Repository", names: ["CachedNews", "BackendChange", "SharedNews", "LikeEverywhere"]),
  (chapter: "StorageChain", names: ["FileProvider", "Chain", "ThreeLevels", "ObservedName"]),
  (chapter: "DDA", names: ["Binding", "RenameService", "UserTable", "AsyncRenames"]),
  (chapter: "ConfinedStore", names: ["TaskThread", "Confinement", "LiveResults", "ArtistStore"]),
]

// Exercises of a teacher's own, of which this copy lacks the checks: see Docs/Teaching.md.
let gradedByTeacher: Set<String> = []

// The first rungs that are played, each in its chapter's Rungs and in Sources/Exercises.
let rungs: [(chapter: String, names: [String])] = [
  (chapter: "Subjects", names: ["WhichSubject", "Feed"]),
  (chapter: "Repository", names: ["WhichSource", "NewsShelf"]),
  (chapter: "StorageChain", names: ["WhichLevel", "DirtyFlag"]),
  (chapter: "DDA", names: ["WhichLayer", "NameChange"]),
  (chapter: "ConfinedStore", names: ["HandOver", "TaskList"]),
]

// The first rungs that are predictions of a page: texts.
let predictions: [(chapter: String, name: String)] = [
  (chapter: "Subjects", name: "SecondObserver"),
  (chapter: "Repository", name: "ServerCalls"),
  (chapter: "StorageChain", name: "NextLaunch"),
  (chapter: "DDA", name: "RenameOrder"),
  (chapter: "ConfinedStore", name: "TwoVersions"),
]

// Two targets share the authors' folders: learners' programs are linked with `Exercising`, which
// has the scenes and what they share, and `Grading` has the checks and the solutions.
let played = (exercises + rungs).flatMap { list in
  list.names.map { name in (name: name, path: "\(list.chapter)/\(name)") }
}
let complete = played.filter { !gradedByTeacher.contains($0.name) }
let scenes = played.map { "\($0.path)/\($0.name)Scene.swift" }
let graded = complete.flatMap { exercise in
  ["Checks", "Solution"].map { "\(exercise.path)/\(exercise.name)\($0).swift" }
}
let unbuilt = played.map { "\($0.path)/Stub.swift" } + complete.map { "\($0.path)/Mistakes.diff" }
let exercising = Target.target(
  name: "Exercising", dependencies: ["Concurrency", "SQLite", "Processes"],
  path: "Sources/Exercises",
  exclude: unbuilt + graded + predictions.map { "\($0.chapter)/\($0.name)" })
let grading = Target.target(
  name: "Grading",
  dependencies: ["Exercising", "Concurrency", "Markdown", "Processes", "Starter", "Terminal"],
  path: "Sources",
  exclude: (["Playing"] + exercises.map { "\($0.chapter)/Shared" } + unbuilt + scenes
    + predictions.map { "\($0.chapter)/\($0.name)/Stub.txt" }).map { "Exercises/\($0)" })

// How it is taught.
let machinery: [Target] = [
  .target(name: "Processes", dependencies: ["Concurrency"]),
  .target(name: "Terminal", dependencies: ["Concurrency"]),
  .target(name: "Workbook", dependencies: ["Concurrency", "Processes", "Terminal"]),
  exercising,
  .executableTarget(name: "Starter"),
  .target(name: "Markdown"),
  grading,
  .target(
    name: "Classroom",
    dependencies: ["Grading", "LayeredStorage", "Concurrency", "Subcommands", "Terminal"],
    resources: [.embedInCode("Assets")]),
  .target(
    name: "Book",
    dependencies: ["Grading", "LayeredStorage", "Markdown", "MiniRx", "Subcommands", "Workbook"],
    exclude: ["Assets"]),
  .target(
    name: "Subcommands", dependencies: ["Grading", "LayeredStorage", "Processes", "Terminal"]),
  .executableTarget(
    name: "WorkbookCommand",
    dependencies: ["Exercising", "Grading", "Processes", "SQLite", "Subcommands", "Terminal"]),
  // Learners need not build this target: `workbook` builds it on first use.
  .executableTarget(
    name: "TeachingCommand",
    dependencies: [
      "Book", "Classroom", "Grading", "Markdown", "Processes", "Subcommands", "Terminal",
      "Workbook",
    ]),
  .executableTarget(
    name: "Benchmarks",
    dependencies: [
      "CSQLite", "Concurrency", "Grading", "LayeredStorage", "MiniRx", "Processes", "SQLite",
      "Terminal", "ThreadConfinement",
    ]),
]

// All that is in Sources, but neither Grading nor Exercises, is other targets'.
grading.exclude += ([csqlite] + taught + machinery).map(\.name)
  .filter { !["Exercising", "Grading"].contains($0) }

// Each is a folder under Chapters and a program `Chapter-…`, and names the libraries it teaches.
let chapters: [(name: String, teaches: [String])] = [
  (name: "Subjects", teaches: ["MiniRx"]),
  (name: "Repository", teaches: ["HTTP", "MiniRx", "SQLite"]),
  (name: "StorageChain", teaches: ["LayeredStorage"]),
  (name: "DDA", teaches: ["Application", "DataAccess", "HTTP", "Observing", "Service"]),
  (name: "ConfinedStore", teaches: ["HTTP", "SQLite", "ThreadConfinement"]),
]

// DDA's layers, from the bottom up. Each sees the one below it and `Observing`, and no other.
let layers: [Target] = [
  .target(name: "Observing", dependencies: ["Concurrency"]),
  .target(name: "DataAccess", dependencies: ["Concurrency", "Observing", "SQLite"]),
  .target(name: "Service", dependencies: ["DataAccess", "HTTP", "Concurrency", "Observing"]),
  .target(name: "Application", dependencies: ["Concurrency", "Observing", "Service"]),
]
for layer in layers { layer.path = "Chapters/DDA/\(layer.name)" }

// Each is a folder under Tests, whose name ends with `Tests`, and the targets that it uses.
let tests: KeyValuePairs = [
  "Application": "Application Concurrency Observing Service TestSupport",
  "Architecture": """
  Application Book Chapter-ConfinedStore Chapter-DDA Chapter-Repository Chapter-StorageChain
  Classroom DataAccess Exercising Grading HTTP LayeredStorage Markdown MiniRx Processes SQLite
  Service Subcommands Terminal TestSupport ThreadConfinement Workbook
  """,
  "Benchmarks": "Benchmarks Terminal TestSupport",
  "Book": "Book LayeredStorage Markdown Subcommands TestSupport Workbook",
  "Classroom": "Classroom Concurrency Grading LayeredStorage Subcommands TestSupport",
  "Concurrency": "Concurrency TestSupport",
  "ConfinedStore":
    "Chapter-ConfinedStore Concurrency HTTP TestSupport ThreadConfinement Workbook",
  "DDA": "Application Chapter-DDA DataAccess HTTP Observing SQLite Service Workbook",
  "DataAccess": "Concurrency DataAccess Observing SQLite TestSupport",
  "Docs": """
  Chapter-ConfinedStore Chapter-DDA Chapter-Repository Chapter-StorageChain Chapter-Subjects
  Concurrency Grading Markdown Subcommands TestSupport Workbook WorkbookCommand
  """,
  "Exercises": "Grading",
  "Exercising": "Concurrency Exercising TestSupport",
  "Grading": "Concurrency Exercising Grading Loopback Processes Terminal TestSupport",
  "HTTP": "Concurrency HTTP Loopback TestSupport",
  "LayeredStorage": "Concurrency LayeredStorage TestSupport",
  "MiniRx": "Concurrency MiniRx TestSupport",
  "Observing": "Concurrency Observing TestSupport",
  "Processes": "Concurrency Processes TestSupport",
  "Reports": "Grading",
  "Repository": "Chapter-Repository Concurrency HTTP Loopback MiniRx SQLite TestSupport Workbook",
  "SQLite": "Concurrency SQLite TestSupport",
  "Service": "Concurrency DataAccess HTTP Loopback Observing SQLite Service TestSupport",
  "StorageChain": "Chapter-StorageChain LayeredStorage TestSupport Workbook",
  "Subjects": "Chapter-Subjects Concurrency MiniRx TestSupport Workbook",
  "Terminal": "Terminal",
  "ThreadConfinement": "Concurrency SQLite StoreWriter TestSupport ThreadConfinement",
  "Workbook": """
  Chapter-ConfinedStore Chapter-DDA Chapter-Repository Chapter-StorageChain Chapter-Subjects
  Concurrency Processes SampleProgram Terminal TestSupport Workbook
  """,
  "WorkbookCommand": """
  Concurrency Exercising Grading Processes Subcommands TeachingCommand Terminal TestSupport
  WorkbookCommand
  """,
]

// The targets below Tests that tests depend on.
let support: [Target] = [
  .target(name: "TestSupport", dependencies: ["Concurrency", "Processes", "Terminal", "Workbook"]),
  .target(name: "Loopback", dependencies: ["Concurrency"]),
  .executableTarget(name: "StoreWriter", dependencies: ["ThreadConfinement"]),
  .executableTarget(name: "SampleProgram", dependencies: ["Workbook"]),
]
for target in support { target.path = "Tests/\(target.name)" }

let package = Package(
  name: "DataLayerWorkbook",
  platforms: [.macOS(.v15)],
  products: [
    .library(name: "WorkbookCore", targets: taught.map(\.name)),
    // The target has another name because a Mac's disk takes `workbook` and `Workbook` for one.
    .executable(name: "workbook", targets: ["WorkbookCommand"]),
    .executable(name: "workbook-teaching", targets: ["TeachingCommand"]),
  ],
  targets: [csqlite] + taught + machinery + layers + chapters.map(chapter)
    + exercises.flatMap { learners($0, in: "Exercises") }
    + rungs.flatMap { learners($0, in: "Rungs") } + support
    + tests.map { test(name: $0.key, uses: $0.value) },
  swiftLanguageModes: [.v6]
)

for target in package.targets where ![csqlite.name, "Starter"].contains(target.name) {
  target.swiftSettings = [
    .treatAllWarnings(as: target.name.hasPrefix("Exercise-") ? .warning : .error),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    // Without this, indexing the system's modules takes a quarter of the time to the first page.
    .unsafeFlags(["-index-ignore-system-modules"]),
  ]
  // The toolchain's lld links twice as fast as gold.
  target.linkerSettings = [.unsafeFlags(["-use-ld=lld"], .when(platforms: [.linux]))]
  guard target.type == .test, target.name != "WorkbookCommandTests" else { continue }
  // On two cores, whole modules shorten the first build; an edit compiles all files of a target.
  // The last target has both cores to itself. SwiftPM expects an object per file: `-num-threads`.
  let wholeModule = ["-wmo", "-num-threads", "2", "-no-emit-module-separately-wmo"]
  target.swiftSettings?.append(
    .unsafeFlags(wholeModule + ["-disable-batch-mode"], .when(platforms: [.linux])))
}

@MainActor func chapter(name: String, teaches: [String]) -> Target {
  .executableTarget(
    name: "Chapter-\(name)",
    dependencies: (["Concurrency", "Workbook"] + teaches).map { .target(name: $0) },
    path: "Chapters/\(name)",
    exclude: ["Exercises", "Rungs"] + (name == "DDA" ? layers.map(\.name) : [])
      + (name == "Repository" ? ["README.md"] : []),
    resources: name == "Repository" ? [.embedInCode("Fixtures")] : [])
}

func test(name: String, uses: String) -> Target {
  .testTarget(
    name: "\(name)Tests",
    dependencies: uses.split(whereSeparator: \.isWhitespace).map { .target(name: "\($0)") },
    // Tests read these.
    exclude: ["Book": ["accessibility.js", "driver.js"], "Grading": ["Alternatives"]][
      name, default: []])
}

/// Targets for the learners' files, so that an editor helps. The grader compiles them itself.
func learners(_ list: (chapter: String, names: [String]), in folder: String) -> [Target] {
  list.names.map { name in
    .target(
      name: "Exercise-\(name)", dependencies: ["Exercising", "Concurrency"],
      path: "Chapters/\(list.chapter)/\(folder)/\(name)", exclude: ["Hints.md", "Task.md"])
  }
}
