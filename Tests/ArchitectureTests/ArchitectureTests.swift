import Foundation
import TestSupport
import Testing

@Suite(.blocking)
struct `The architecture` {
  let package: PackageDescription
  init() throws { package = try PackageDescription.loaded.get() }

  /// Modules of the toolchain that any target may import.
  static let system: Set<String> = [
    "Dispatch", "Foundation", "FoundationNetworking", "FoundationXML", "Observation",
    "Synchronization", "Testing", "XCTest",
  ]

  @Test
  func `has no package dependency`() {
    #expect(package.dependencies.isEmpty)
  }

  @Test
  func `every target imports all that it declares`() throws {
    var unused: [String] = []
    // An exercise's program declares what its learner may import.
    for target in package.targets where !target.name.hasPrefix("Exercise-") {
      let imported = Set(try SourceFile.all(of: target).flatMap(\.imports))
      // `Starter` is a program that a library starts, and nothing imports it.
      unused += target.modulesItDeclares.subtracting(imported).subtracting(["Starter"]).sorted()
        .map { "\(target.name): \($0)" }
    }
    #expect(unused == [])
  }

  @Test
  func `taught libraries do not depend on teaching libraries`() throws {
    let taught = try #require(package.products.first { $0.name == "WorkbookCore" }).targets
    // CSQLite only declares the functions of the system's library.
    let allowed = Set(taught).union(["CSQLite"])
    let outside = package.targets.filter { taught.contains($0.name) }.flatMap { target in
      target.modulesItDeclares.subtracting(allowed).map { "\(target.name): \($0)" }
    }
    #expect(taught.count >= 2)
    #expect(outside == [])
  }

  @Test
  func `only the library SQLite and the benchmarks see the system's SQLite`() {
    let users = package.targets.filter { $0.modulesItDeclares.contains("CSQLite") }.map(\.name)
    #expect(Set(users).subtracting(["Benchmarks"]) == ["SQLite"])
  }

  @Test
  func `no chapter depends on another one`() {
    let chapters = package.targets.filter { $0.name.hasPrefix("Chapter-") }
    let modules = Set(chapters.map(\.module))
    let crossing = chapters.flatMap { chapter in
      chapter.modulesItDeclares.intersection(modules).map { "\(chapter.name): \($0)" }
    }
    #expect(!chapters.isEmpty)
    #expect(crossing == [])
  }

  /// The layers of the chapter DDA, and the modules of this package that each may import.
  static let layers: [(name: String, sees: Set<String>)] = [
    ("Observing", ["Concurrency"]),
    ("DataAccess", ["Concurrency", "Observing", "SQLite"]),
    ("Service", ["DataAccess", "HTTP", "Concurrency", "Observing"]),
    ("Application", ["Concurrency", "Observing", "Service"]),
  ]

  @Test(arguments: layers)
  func `a layer imports the layer below and none further down`(name: String, sees: Set<String>)
    throws
  {
    let layer = try #require(package.targets.first { $0.name == name })
    let files = try SourceFile.all(of: layer)
    let imported = Set(files.flatMap(\.imports)).subtracting(Self.system)
    #expect(!files.isEmpty)
    #expect(imported == sees)
    #expect(layer.modulesItDeclares == sees)
  }

  @Test
  func `the layer Service exports protocols and values, and none of its classes`() throws {
    let service = try #require(package.targets.first { $0.name == "Service" })
    let shown = try SourceFile.all(of: service).filter { file in
      file.text.contains(/(?m)^(public|package|open) (final )?(class|actor)/)
    }
    #expect(shown.map(\.path) == ["Chapters/DDA/Service/CachingUserService.swift"])
  }

  @Test
  func `each test that expects the end of a process is an exit test`() throws {
    let tests = try SourceFile.all.get().flatMap {
      $0.text.components(separatedBy: "@Test").dropFirst()
    }
    let exiting = tests.filter { $0.contains("processExits" + "With:") }
    #expect(exiting.count > 40)
    #expect(exiting.filter { !$0.hasPrefix("(.exitTest") } == [])
  }

  @Test
  func `the top level contains six entries and dot files`() throws {
    // `workbook pack` writes the second one.
    let ignored = ["Package.resolved", "workbook-pack.txt"]
    let entries = try FileManager.default
      .contentsOfDirectory(atPath: PackageDescription.root.path)
      .filter { !$0.hasPrefix(".") && !ignored.contains($0) }
    let allowed: Set = ["Chapters", "Docs", "Package.swift", "README.md", "Sources", "Tests"]
    #expect(
      Set(entries) == allowed,
      "the top level is fixed: put files of your own elsewhere, or dot them")
  }
}
