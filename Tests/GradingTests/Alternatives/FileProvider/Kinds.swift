import Exercising
import Foundation

/// Checks first what is at the path, and converts JSON without `Codable`.
struct FileProvider: FileProviderRequirements {
  private enum Kind {
    case nothing, file, other
  }

  private let url: URL

  init(url: URL) {
    self.url = url
  }

  private var kind: Kind {
    guard let attributes = try? FileManager.default.attributesOfItem(atPath: url.path) else {
      return .nothing
    }
    return attributes[.type] as? FileAttributeType == .typeRegular ? .file : .other
  }

  func get() throws(StudentFileError) -> Student? {
    switch kind {
    case .nothing: return nil
    case .other: throw .cannotRead
    case .file: break
    }
    guard let data = FileManager.default.contents(atPath: url.path) else { throw .cannotRead }
    let fields = try? JSONSerialization.jsonObject(with: data) as? [String: Any]
    guard let name = fields?["name"] as? String, let mark = fields?["mark"] as? Double else {
      throw .notAStudent
    }
    return Student(name: name, mark: mark)
  }

  func set(_ student: Student?) throws(StudentFileError) {
    switch (student, kind) {
    case (_, .other): throw .cannotWrite
    case (nil, .nothing): return
    case (nil, .file):
      do { try FileManager.default.removeItem(at: url) } catch { throw .cannotWrite }
    case (let student?, _):
      guard student.mark.isFinite else { throw .cannotEncode }
      let fields: [String: Any] = ["name": student.name, "mark": student.mark]
      do {
        let data = try JSONSerialization.data(withJSONObject: fields)
        try FileManager.default.createDirectory(
          at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
        try data.write(to: url, options: [.atomic])
      } catch { throw .cannotWrite }
    }
  }
}
