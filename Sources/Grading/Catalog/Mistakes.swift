package import Foundation

/// The known mistakes of an exercise, from its `Mistakes.diff`: wrong variants and misconceptions,
/// each as a diff of the reference solution, without line numbers. Each part begins with `@@`; its
/// old lines occur once in the solution. The lines before a misconception's parts are its help.
package struct Mistakes: Sendable {
  package struct Variant: Sendable, Hashable {
    let name: String
    let isMisconception: Bool
    /// A hint in one or two sentences, without the solution. Empty for a wrong variant.
    package fileprivate(set) var help = ""
    /// Other misconceptions whose help applies to it: `Shows also: skips-the-middle`.
    var shows: [String] = []
    var parts: [Part] = []
  }

  /// Lines of the solution, and those that replace them.
  struct Part: Sendable, Hashable {
    var old: [String] = []
    var new: [String] = []
  }

  private var variants: [Variant] = []

  package var wrong: [Variant] { variants.filter { !$0.isMisconception } }
  package var misconceptions: [Variant] { variants.filter(\.isMisconception) }

  package init(file: URL) throws(GradingError) { self = try file.parsed(Self.init) }

  init(_ text: String) throws(GradingError) {
    // Lines before the first name are prose.
    for line in text.split(separator: "\n").map(String.init) {
      if let name = line.removing("Wrong: ") {
        variants.append(Variant(name: name, isMisconception: false))
      } else if let name = line.removing("Misconception: ") {
        variants.append(Variant(name: name, isMisconception: true))
      } else if !variants.isEmpty {
        try variants[variants.count - 1].add(line)
      }
    }
    for variant in variants
    where variant.parts.isEmpty || variant.parts.contains(where: { $0.old.isEmpty }) {
      throw GradingError("“\(variant.name)” needs parts with lines of the solution.")
    }
    for kind in [wrong, misconceptions] {
      for name in kind.map(\.name) where kind.count(where: { $0.name == name }) > 1 {
        throw GradingError("Two variants have the name “\(name)”: rename one.")
      }
    }
  }
}

extension Mistakes.Variant {
  fileprivate mutating func add(_ line: String) throws(GradingError) {
    if line == "@@" { return parts.append(Mistakes.Part()) }
    if let name = line.removing("Shows also: ") { return shows.append(name) }
    if isMisconception, parts.isEmpty {
      help += help.isEmpty ? line : " \(line)"
      return
    }
    guard let last = parts.indices.last, let mark = line.first, " -+".contains(mark) else {
      throw GradingError("“\(name)” has a line that is not of a diff: “\(line)”")
    }
    if mark != "+" { parts[last].old.append(String(line.dropFirst())) }
    if mark != "-" { parts[last].new.append(String(line.dropFirst())) }
  }

  /// The solution with the mistake. Throws if the old lines of a part do not occur exactly once.
  package func applied(to solution: String) throws(GradingError) -> String {
    let lines = solution.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    var places: [(range: Range<Int>, new: [String])] = []
    for part in parts {
      let found = lines.ranges(of: part.old)
      guard found.count == 1, let range = found.first else {
        throw GradingError(
          "The variant “\(name)” has to find its lines once and finds them "
            + "\(found.count) times: “\(part.old.joined(separator: "\n"))”")
      }
      places.append((range, part.new))
    }
    var changed = lines
    // From the end, so that earlier places stay valid.
    for place in places.sorted(by: { $0.range.lowerBound > $1.range.lowerBound }) {
      changed.replaceSubrange(place.range, with: place.new)
    }
    return changed.joined(separator: "\n")
  }
}

extension PackageFolder {
  /// The help of each misconception of an exercise, by its name.
  package func help(of exercise: Exercise) throws(GradingError) -> [String: String] {
    if exercise.misconceptions.isEmpty { return [:] }
    let variants = try Mistakes(file: mistakes(exercise)).misconceptions
    return Dictionary(variants.map { ($0.name, $0.help) }) { first, _ in first }
  }
}

extension String {
  /// The rest of a text that begins with a prefix. Nil for any other text.
  fileprivate func removing(_ prefix: String) -> String? {
    hasPrefix(prefix) ? String(dropFirst(prefix.count)) : nil
  }
}
