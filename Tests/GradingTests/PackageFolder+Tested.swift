import Foundation

@testable import Grading

extension PackageFolder {
  /// The package that contains these tests.
  static var tested: PackageFolder {
    PackageFolder(
      URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent())
  }

  /// Copies the files in folders without their attributes, so that they may have any owner.
  func copy(_ folders: [String], to package: PackageFolder) throws {
    for folder in folders {
      let origin = url.appending(path: folder)
      let paths = FileManager.default.enumerator(atPath: origin.path)?.compactMap { $0 as? String }
      for path in (paths ?? []).map({ "\(folder)/\($0)" }) {
        let copy = package.url.appending(path: path)
        try FileManager.default.createDirectory(
          at: copy.deletingLastPathComponent(), withIntermediateDirectories: true)
        let bytes = FileManager.default.contents(atPath: url.appending(path: path).path)
        try bytes?.write(to: copy)
      }
    }
  }
}
