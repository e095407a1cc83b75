internal import Foundation
internal import LayeredStorage

/// A file that could not be read or written: its path, the reason, and what to do.
struct FileError: Error, Equatable, CustomStringConvertible, LocalizedError {
  enum Attempt: String, Sendable {
    case read
    case written
    case removed
  }

  let path: String
  let attempt: Attempt
  let reason: SystemError

  var description: String {
    "\(path) cannot be \(attempt.rawValue): \(reason). \(wayOut)"
  }

  var errorDescription: String? { description }

  private var wayOut: String {
    switch reason {
    case .noPermission, .notPermitted, .readOnly: "Give yourself the right to it and try again."
    case .tooLarge where attempt == .read: "A text is never that large: move it away."
    case .diskFull, .quotaReached, .tooLarge: "Make room and try again; nothing was changed."
    case .isDirectory: "There is a folder in its place: move it away."
    case .belowFile: "A part of the path is a file: move it away."
    case .notFound where attempt == .written: "Its folder is missing: make it, or choose another."
    case .notFound: "Is the workbook complete? `git status` tells what is missing."
    default: "Nothing was changed; try again."
    }
  }
}
