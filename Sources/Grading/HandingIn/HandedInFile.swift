package import Foundation

/// A file of a submission, and the exercises whose work it may be.
package struct HandedInFile: Sendable {
  /// How the exercise of a file is recognised, the most reliable sign first.
  enum Sign: Int {
    case place
    case name
    case nameOfLearner
    case pack
    /// Counts for all exercises, so that each is refused with the reason.
    case damagedPack
    case type
    /// Neither a Swift file nor a pack. Counts for no exercise.
    case other

    var isPack: Bool { self == .pack || self == .damagedPack }
  }

  let url: URL
  package let path: String
  package let name: CanvasName?
  let sign: Sign
  /// The names of the exercises. Empty for a file that is not graded.
  package let exercises: [String]
  /// Why the file, or each unknown exercise of a pack, is not graded, as a clause. Otherwise empty.
  package let problem: String

  static let otherExercise = "not among the graded exercises"
}

extension HandedInFile {
  package init(_ url: URL, path: String, among exercises: Set<String>) {
    let (file, name) = (url.lastPathComponent, CanvasName(url.lastPathComponent))
    let found =
      file.hasSwiftSuffix
      ? Self.source(at: url, name, among: exercises)
      : file.lowercased().hasSuffix(".txt") ? Self.pack(at: url, name, among: exercises) : nil
    let (sign, names, problem) =
      found
      ?? (
        .other, [],
        Submission.isLink(url)
          ? "it is a symbolic link: hand in what it leads to"
          : url.isZIP ? "it is a ZIP file: unpack it" : "it is neither a Swift file nor a pack"
      )
    self.init(url: url, path: path, name: name, sign: sign, exercises: names, problem: problem)
  }

  private static func source(
    at url: URL, _ name: CanvasName?, among exercises: Set<String>
  ) -> (Sign, [String], problem: String) {
    if let name, exercises.contains(name.exercise) {
      return (name.learner.isEmpty ? .name : .nameOfLearner, [name.exercise], "")
    }
    do throws(SubmittedFile.Refusal) {
      let declared = exercises.intersection(try SubmittedFile.text(of: url).declaredTypes).sorted()
      let isOther = name.flatMap { Catalog.exercise(named: $0.exercise) } != nil
      let problem =
        switch declared.count {
        case 0 where isOther: otherExercise
        case 0: "neither its name nor a type in it is that of a graded exercise"
        case 1: ""
        default: "it declares \(declared.joined(separator: " and ")): each needs a file of its own"
        }
      return (.type, declared.count == 1 ? declared : [], problem)
    } catch {
      return (.type, [], error.clause)
    }
  }

  private static func pack(
    at url: URL, _ name: CanvasName?, among exercises: Set<String>
  ) -> (Sign, [String], problem: String)? {
    let isNamed = name?.isOfPack == true
    do throws(SubmittedFile.Refusal) {
      let text = try SubmittedFile.text(of: url)
      guard isNamed || Pack.isPack(text) else { return nil }
      guard let pack = try? Pack(text) else { return (.damagedPack, Array(exercises), "") }
      let graded = pack.names.filter(exercises.contains)
      guard !graded.isEmpty else { return (.pack, [], "a pack without a graded exercise") }
      // A pack has the work of other weeks too, which a teacher leaves out on purpose.
      let unknown = pack.names.filter { Catalog.exercise(named: $0) == nil }.prefix(20)
      return (
        .pack, graded, unknown.isEmpty ? "" : "\(otherExercise): \(unknown.joined(separator: ", "))"
      )
    } catch {
      // Possibly not a pack, so it must not replace one.
      return isNamed ? (.damagedPack, Array(exercises), "") : (.type, [], error.clause)
    }
  }

  /// The learner, from the file's name in a class folder. Empty if the name does not contain one.
  package var learner: String {
    let isRenamed = sign.isPack && name?.identifier == nil && name?.isOfPack != true
    return isRenamed ? url.deletingPathExtension().lastPathComponent : name?.learner ?? ""
  }

  /// Whether it has more for an exercise than white space or the stub, with any line ends.
  func hasWork(on exercise: String, besides stub: String?) -> Bool {
    let bytes = { (text: String) in Pack.withoutMark(text).filter { $0 != UInt8(ascii: "\r") } }
    do throws(SubmittedFile.Refusal) {
      let text = try SubmittedFile.text(of: url)
      return bytes(sign == .pack ? try Pack(text).work(of: exercise) : text) != stub.map(bytes)
    } catch { return error != .empty || sign.isPack }
  }

  /// Whether the other file wins: by outer folder, surer sign, later attempt, then later change.
  func precedes(_ other: Self) -> Bool {
    if depth != other.depth { return depth > other.depth }
    if sign != other.sign, !(sign.isPack && other.sign.isPack) {
      return sign.rawValue > other.sign.rawValue
    }
    let (attempt, otherAttempt) = (name?.order ?? (0, 0), other.name?.order ?? (0, 0))
    if attempt != otherAttempt { return attempt < otherAttempt }
    if modified != other.modified { return modified < other.modified }
    return other.path.utf8.lexicographicallyPrecedes(path.utf8)
  }

  private var modified: Date {
    let facts = try? url.resourceValues(forKeys: [.contentModificationDateKey])
    return facts?.contentModificationDate ?? .distantPast
  }

  /// The number of enclosing folders. A file at its place counts as if it were beside `Chapters`.
  private var depth: Int {
    let folders = path.split(separator: "/").dropLast()
    return (sign == .place ? folders.firstIndex(of: "Chapters") : nil) ?? folders.count
  }
}

extension SubmittedFile.Refusal {
  /// The first sentence, without its full stop.
  var clause: String { String(sentence.prefix { $0 != "." }) }
}

extension URL {
  package var isZIP: Bool { pathExtension.lowercased() == "zip" }
}

extension String {
  /// Whether it is a Swift file's name, ignoring case, also with a browser's `.txt` or `-1.txt`.
  package var hasSwiftSuffix: Bool {
    lowercased().contains(/\.swift((-[0-9]+| ?\([0-9]+\))?\.txt)?$/)
  }

  /// The names of the types that a text declares. A name in backticks is the name.
  fileprivate var declaredTypes: Set<String> {
    let bytes = Array(utf8)
    let tokens = SwiftLexer(bytes).tokens.filter { !$0.isInsideString && $0.kind != .comment }
    let word = { (token: SwiftLexer.Token) in SwiftLexer.text(of: bytes[token.range]) }
    let names = zip(tokens, tokens.dropFirst()).filter { introducer, name in
      introducer.kind == .word && [.word, .quotedName].contains(name.kind)
        && ["class", "actor", "struct", "enum"].contains(word(introducer))
    }
    return Set(names.map { word($1) })
  }
}

/// The name of a file: `PublishSubject-1.swift`, `PublishSubject (1).swift`,
/// `ann_PublishSubject.swift`, Canvas's `leeann_LATE_123_456_PublishSubject-1.swift`, or Moodle's
/// `Ann Lee_123_assignsubmission_file_PublishSubject.swift`. It may end in another extension.
///
/// The first numbers that fit are those of Canvas or Moodle. The learner's own name for the file
/// follows them, and may contain `_` and numbers too.
package struct CanvasName: Sendable {
  /// Empty for the name of an exercise alone.
  let learner: String
  package let identifier: String?
  let exercise: String
  var isOfPack: Bool { exercise.lowercased() == "workbook-pack" }
  /// Whether Canvas has marked it as late. Nil for a name that is not from Canvas.
  package let isLate: Bool?
  /// Canvas's number of the file, which is higher for later files, and the learner's own.
  let order: (attachment: Int, attempt: Int)

  // Static, because there may be thousands of names, and compiling is slower than matching. Unsafe
  // because `Regex` is not `Sendable`; this constant never changes.
  private nonisolated(unsafe) static let patterns = (
    stem: /(.+?)(?:(?:\.swift|\.txt)+|\.\w+)/,
    system: /(.+?)(?:(_LATE)?_([0-9]+)_([0-9]+)|_([0-9]+)_assignsubmission_file)_(.+)/,
    own: /(?:(.*)_)?([^_]*?)(?i:\.swift)?(?:-([0-9]+)| ?\(([0-9]+)\))?/
  )

  package init?(_ name: String) {
    guard let stem = name.wholeMatch(of: Self.patterns.stem)?.output.1 else { return nil }
    let given = stem.wholeMatch(of: Self.patterns.system)?.output
    guard let own = (given?.6 ?? stem).wholeMatch(of: Self.patterns.own)?.output,
      given != nil || own.1 != ""
    else { return nil }
    learner = String(given?.1 ?? own.1 ?? "")
    identifier = (given?.3 ?? given?.5).map { String($0) }
    exercise = String(own.2)
    isLate = given?.4 == nil ? nil : given?.2 != nil
    let numbers = [given?.4, own.3 ?? own.4].map { $0.flatMap { Int($0) } ?? 0 }
    order = (numbers[0], numbers[1])
  }
}
