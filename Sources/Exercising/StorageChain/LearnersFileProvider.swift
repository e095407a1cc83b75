public import Foundation

/// What is kept in the file: a name and the mean of the marks.
public struct Student: Codable, Equatable, Sendable, CustomStringConvertible {
  public var name: String
  /// May be `nan`, which is not a number and has no form in JSON.
  public var mark: Double

  public init(name: String, mark: Double) {
    self.name = name
    self.mark = mark
  }

  public var description: String { "\(name) \(mark)" }
}

/// Why a file could not be read or written.
public enum FileTrouble: Error, CustomStringConvertible, LocalizedError {
  /// There is a file, and what is in it is not a student.
  case notAStudent
  case cannotRead
  case cannotWrite
  /// The value has no form in JSON.
  case cannotEncode

  public var description: String {
    switch self {
    case .notAStudent: "not a student"
    case .cannotRead: "cannot read"
    case .cannotWrite: "cannot write"
    case .cannotEncode: "cannot encode"
    }
  }

  public var errorDescription: String? {
    switch self {
    case .notAStudent: "The file does not hold a student."
    case .cannotRead: "The file cannot be read."
    case .cannotWrite: "The file cannot be written."
    case .cannotEncode: "The student cannot be encoded as JSON."
    }
  }
}

/// What the exercise asks of a learner's provider of a student in a file.
public protocol LearnersFileProvider {
  /// - Parameter url: the file's place. Neither the file nor its folder needs to exist.
  init(url: URL)

  /// The student in the file; nil when there is no file.
  func get() throws(FileTrouble) -> Student?

  /// Replaces the file, as JSON; nil removes it.
  func set(_ student: Student?) throws(FileTrouble)
}
