/// The exercises of a learner in one text, which a person can read:
/// `title line* entry* (heading text)*`.
///
/// An entry has an exercise, its progress, and the size and hash of its text, to detect changes.
package struct Pack: Sendable {
  private static let format = "DataLayerWorkbook pack "
  private static let title = format + "1"
  /// The largest number of lines in the list, and of bytes in each.
  private static let limit = 500

  private var texts: [(name: String, hash: String, text: String)] = []
  var names: [String] { texts.map(\.name) }

  /// Whether a text is a pack of any version, however damaged.
  package static func isPack(_ text: String) -> Bool { withoutMark(text).starts(with: format.utf8) }

  /// The text without the byte order mark that some editors add.
  static func withoutMark(_ text: String) -> Substring.UTF8View {
    text.utf8.dropFirst(text.utf8.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0)
  }

  package static func text(
    of work: [(name: String, progress: String, text: String)], summary: String
  ) -> String {
    let entries = work.map {
      "\($0.name): \($0.progress), \($0.text.utf8.count) bytes, SHA-256 \(SHA256.hex($0.text))\n"
    }
    return "\(title)\n\(summary)\n\n\(entries.joined())\n"
      + work.map { "\(heading($0.name))\n\($0.text)\n" }.joined()
  }

  /// - Throws: A refusal, if the pack does not have the exercise or the text was changed.
  func work(of exercise: String) throws(SubmittedFile.Refusal) -> String {
    guard let entry = texts.first(where: { $0.name == exercise }) else { throw .missing }
    guard SHA256.hex(entry.text) == entry.hash else {
      throw Self.damaged("the text of \(exercise) was changed")
    }
    return entry.text
  }

  /// - Throws: A refusal that says what is wrong with the pack.
  init(_ text: String) throws(SubmittedFile.Refusal) {
    var rest = Self.withoutMark(text)
    // Bytes are compared: `==` takes minutes for a long run of combining marks.
    let first = Self.takeLine(&rest)
    guard first.utf8.elementsEqual(Self.title.utf8) else {
      let start = String(first.unicodeScalars.prefix(60)).cleaned(lines: 1)
      throw Self.damaged(
        first.utf8.elementsEqual((Self.title + "\r").utf8)
          ? "its line ends were changed" : "it begins with “\(start)”, not with “\(Self.title)”")
    }
    var entries: [(name: String, size: Int, hash: String)] = []
    var next = Self.takeLine(&rest)
    let isNext = { (name: String) in next.utf8.elementsEqual(Self.heading(name).utf8) }
    var lines = 0
    while !rest.isEmpty, entries.first.map({ isNext($0.name) }) != true {
      lines += 1
      guard lines <= Self.limit, next.utf8.count <= Self.limit else {
        throw Self.damaged("its list has more than \(Self.limit) lines, or a line of more bytes")
      }
      if next.contains(" bytes, SHA-256 "),
        let entry = next.wholeMatch(of: /(\w{1,60}): .*, (\d+) bytes, SHA-256 (\w+)/)?.output
      {
        entries.append((String(entry.1), Int(entry.2) ?? 0, String(entry.3)))
      }
      next = Self.takeLine(&rest)
    }
    guard !entries.isEmpty else { throw Self.damaged("it lists no exercise") }
    for (name, size, hash) in entries {
      guard isNext(name) else {
        throw Self.damaged("the text of \(name) does not begin where it should")
      }
      let text = rest.prefix(size)
      guard text.count == size else { throw Self.damaged("it ends in the text of \(name)") }
      texts.append((name, hash, String(decoding: text, as: UTF8.self)))
      rest = rest.dropFirst(size + 1)
      next = Self.takeLine(&rest)
    }
    guard next.isEmpty, rest.isEmpty else {
      throw Self.damaged("there is more after its last text")
    }
  }

  private static func takeLine(_ rest: inout Substring.UTF8View) -> String {
    let line = rest.prefix { $0 != UInt8(ascii: "\n") }
    rest = rest[line.endIndex...].dropFirst()
    return String(decoding: line, as: UTF8.self)
  }

  private static func heading(_ name: String) -> String { "---- \(name) ----" }

  /// The refusal of a pack that is damaged, for a cause that is a clause.
  static func damaged(_ cause: String) -> SubmittedFile.Refusal {
    SubmittedFile.Refusal(
      verdict: .graderError,
      sentence: "The pack is damaged: \(cause). Ask for the file that `workbook pack` wrote.")
  }
}
