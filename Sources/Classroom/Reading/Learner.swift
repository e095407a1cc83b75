internal import Grading

/// A learner of a class, as the submissions name it. Two learners may have the same name.
package struct Learner: Sendable, Hashable, Codable {
  /// The name of the folder, or the part of a file's name that stands for the learner.
  package let entry: String
  /// The display name, unless a roster has another one.
  package let name: String
  /// The number that Canvas or Moodle has put into the name.
  package let identifier: String?
  /// The name of this learner's files in the results. Unique even if case is ignored.
  package var slug: String

  /// - Parameter entry: Also the name of a folder that Moodle has made:
  ///   `Ann Lee_123_assignsubmission_file_`.
  init(folder entry: String) {
    let moodle = entry.wholeMatch(of: /(.+)_(\d+)_assignsubmission_\w+/)?.output
    self.init(
      entry: entry, name: moodle.map { String($0.1) } ?? entry,
      identifier: moodle.map { String($0.2) })
  }

  init(entry: String, name: String, identifier: String? = nil) {
    self.entry = entry
    self.name = name
    self.identifier = identifier
    slug = Self.safe(entry)
  }

  /// The order of a class, by the bytes of the entries.
  func precedes(_ other: Learner) -> Bool { entry.utf8.lexicographicallyPrecedes(other.entry.utf8) }

  /// Gives each learner a unique slug, whatever the order: the entry if no other resembles it,
  /// otherwise a part of it and a hash. An entry that itself ends like a hash also gets one.
  static func distinguish(_ learners: [Learner]) -> [Learner] {
    let counts = learners.reduce(into: [:]) { $0[$1.slug.lowercased(), default: 0] += 1 }
    return learners.map { learner in
      var learner = learner
      let hasHash = learner.slug.contains(/-[0-9A-Fa-f]{16}$/)
      if counts[learner.slug.lowercased(), default: 0] > 1 || learner.slug != learner.entry
        || hasHash
      {
        learner.slug += "-" + SHA256.hex(learner.entry).prefix(16)
      }
      return learner
    }
  }

  /// Whether ``distinguish(_:)`` gives the entry this slug in some class.
  var hasOwnSlug: Bool {
    let plain = Learner(entry: entry, name: name)
    return [[plain], [plain, plain]].contains { Self.distinguish($0)[0].slug == slug }
  }

  /// Letters, digits, hyphens and underscores, 40 characters at most.
  private static func safe(_ text: String) -> String {
    let slug = String(text.prefix(40).map { $0.isLetter || $0.isNumber || $0 == "_" ? $0 : "-" })
    // A hyphen at the start looks like an option.
    return slug.first == "-" || slug.isEmpty ? "learner" + slug : slug
  }
}
