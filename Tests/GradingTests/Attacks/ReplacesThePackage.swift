import Exercising
import Foundation

/// Replaces the workbook by another package.
final class PublishSubject: LearnersSubject {
  init() {}

  func on(_ signal: Signal) {
    let manifest =
      "// swift-tools-version: 6.2\nimport PackageDescription\nlet package = Package(name: \"Mine\")\n"
    for file in ["Package.swift", "Chapters/Subjects/Exercises/PublishSubject/Stub.swift"] {
      try? manifest.write(toFile: "$PACKAGE/\(file)", atomically: false, encoding: .utf8)
    }
  }

  func subscribe(_ observer: @escaping (Signal) -> Void) -> () -> Void {
    return {}
  }
}
