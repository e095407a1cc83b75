public import Foundation

/// The content of the file: a name and the mean of the marks.
public struct Student: Codable, Equatable, Sendable, CustomStringConvertible {
  public var name: String
  /// May be `nan`, which JSON cannot represent.
  public var mark: Double

  public init(name: String, mark: Double) {
    self.name = name
    self.mark = mark
  }

  public var description: String { "\(name) \(mark)" }
}

/// Why a file could not be read or written.
public enum StudentFileError: String, Error, CustomStringConvertible, LocalizedError {
  /// The file does not contain a student.
  case notAStudent = "not a student"
  case cannotRead = "cannot read"
  case cannotWrite = "cannot write"
  /// JSON cannot represent the value.
  case cannotEncode = "cannot encode"

  public var description: String { rawValue }

  public var errorDescription: String? {
    switch self {
    case .notAStudent: "The file does not contain a student."
    case .cannotRead: "The file cannot be read."
    case .cannotWrite: "The file cannot be written."
    case .cannotEncode: "The student cannot be encoded as JSON."
    }
  }
}

/// The requirements of the exercise FileProvider.
public protocol LearnersFileProvider {
  /// - Parameter url: The location of the file. Neither the file nor its folder needs to exist.
  init(url: URL)

  /// The student in the file. Nil if there is no file.
  func get() throws(StudentFileError) -> Student?

  /// Replaces the file by the student as JSON, or removes it for nil.
  func set(_ student: Student?) throws(StudentFileError)
}
