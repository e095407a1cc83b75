package import Foundation
internal import Processes

/// A learner's file, which may be of any kind and size.
package enum SubmittedFile {
  package struct Refusal: Error, Hashable, Codable, LocalizedError {
    package let verdict: Verdict
    package let sentence: String

    package init(verdict: Verdict, sentence: String) {
      self.verdict = verdict
      self.sentence = sentence
    }

    package var errorDescription: String? { sentence }

    package static let missing = build("The file is missing.")
    static let empty = build("The file is empty.")
    fileprivate static func build(_ sentence: String) -> Self {
      Self(verdict: .build, sentence: sentence)
    }

    /// `PublishSubject, RelayHub, Chain and 2 others: The pack is damaged: …`, for the exercises
    /// that were handed in and cannot be graded, sorted.
    package static func sentences(on refusals: [(exercise: String, refusal: Self)]) -> [String] {
      Dictionary(grouping: refusals.filter { $0.refusal != .missing }, by: \.refusal.sentence)
        .map { sentence, all in
          let names = all.prefix(3).map(\.exercise).joined(separator: ", ")
          return "\(names)\(all.count > 3 ? " and \(all.count - 3) others" : ""): \(sentence)"
        }.sorted()
    }
  }

  /// The largest size, in bytes: more than any handwritten solution has.
  package static let limit = 1024 * 1024

  package static func text(of file: URL) throws(Refusal) -> String {
    let bytes = try bytes(of: file)
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw .build("The file is not UTF-8: save it as UTF-8.")
    }
    guard text.contains(where: { !$0.isWhitespace }) else { throw .empty }
    return text
  }

  private static func bytes(of file: URL) throws(Refusal) -> Data {
    // Without waiting for a pipe, and without following a link.
    let descriptor = open(file.path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
    guard descriptor >= 0 else { throw refusal(errno) }
    let handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
    var facts = stat()
    guard fstat(descriptor, &facts) == 0, facts.st_mode & S_IFMT == S_IFREG else {
      throw .build("It is not a file, but a folder or a pipe: hand in the file itself.")
    }
    guard facts.st_size <= limit else {
      let size = (Int(facts.st_size) - 1) / limit + 1
      throw .build("The file has \(size) MB; a solution fits into 1 MB.")
    }
    do { return try handle.read(upToCount: limit + 1) ?? Data() } catch {
      throw refusal(POSIXErrorCode(causing: error).rawValue)
    }
  }

  private static func refusal(_ code: Int32) -> Refusal {
    switch code {
    case ENOENT, ENOTDIR: .missing
    case ELOOP: .build("It is a symbolic link: hand in the file itself.")
    default:
      Refusal(
        verdict: .graderError,
        sentence: "The file cannot be read: \(String(cString: strerror(code)))."
          + ([EACCES, EPERM].contains(code) ? " Make it readable." : ""))
    }
  }
}
