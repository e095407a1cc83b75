/// The symbols and sections of an object file, 64-bit little-endian ELF or Mach-O, which is
/// inspected because a source can spell a name in ways that no text search finds.
struct ObjectFile {
  /// The global symbols that it defines, except weak ones.
  private(set) var strongSymbols: [String] = []
  /// The global symbols that it uses and does not define.
  private(set) var undefinedSymbols: [String] = []
  /// The sections whose functions run before or after `main`, or replace other functions.
  private(set) var specialSections: [String] = []

  private let bytes: [UInt8]

  /// Nil for another kind of file.
  init?(_ bytes: [UInt8]) {
    self.bytes = bytes
    switch bytes.prefix(4) {
    case [0x7F, 0x45, 0x4C, 0x46] where bytes.count > 0x40 && bytes[4] == 2: readELF()
    case [0xCF, 0xFA, 0xED, 0xFE] where bytes.count > 0x20: readMachO()
    default: return nil
    }
  }

  /// The first symbol or section that does not belong in a learner's module, as a clause. Nil if
  /// there is none. With ThreadSanitizer, the compiler adds initialisers.
  func intrusion(outside module: String, allowsInitialisers: Bool) -> String? {
    let mark = "\(module.utf8.count)\(module)"
    if let name = strongSymbols.first(where: { $0 != "main" && !$0.contains(mark) }) {
      return "defines “\(name.cleaned(upTo: 100, lines: 1))”, a name outside the module"
    }
    if let name = undefinedSymbols.first(where: Self.isReaching) {
      return "uses “\(name.cleaned(upTo: 100, lines: 1))”, which reaches what is not the exercise's"
    }
    if !allowsInitialisers, let section = specialSections.first {
      return "has code in “\(section)”, which runs without a call"
    }
    return nil
  }

  /// Whether a name is one of ``ForbiddenWord/reaching``: of C, or a member of `Swift.Mirror`.
  private static func isReaching(_ name: String) -> Bool {
    ForbiddenWord.reaching.contains(name) || name.hasPrefix("$ss6MirrorV")
  }

  private func integer(_ offset: Int, _ size: Int) -> Int {
    guard offset >= 0, offset + size <= bytes.count else { return 0 }
    return (0..<size).reduce(0) {
      $0 | Int(truncatingIfNeeded: UInt64(bytes[offset + $1]) << (8 * UInt64($1)))
    }
  }

  /// A text up to a zero byte.
  private func text(_ offset: Int, atMost length: Int = .max) -> String {
    guard bytes.indices.contains(offset) else { return "" }
    return String(decoding: bytes[offset...].prefix(length).prefix { $0 != 0 }, as: UTF8.self)
  }
}

extension ObjectFile {
  private struct Section {
    let name, type, offset, size, link: Int
  }

  private mutating func readELF() {
    let (table, size) = (integer(0x28, 8), integer(0x3A, 2))
    let section = { [self] (index: Int) in
      let start = table + index * size
      return Section(
        name: integer(start, 4), type: integer(start + 4, 4), offset: integer(start + 0x18, 8),
        size: integer(start + 0x20, 8), link: integer(start + 0x28, 4))
    }
    // If the count does not fit into the header, it is in the first section.
    let count = integer(0x3C, 2) == 0 ? section(0).size : integer(0x3C, 2)
    let nameIndex = integer(0x3E, 2) == 0xFFFF ? section(0).link : integer(0x3E, 2)
    let names = section(nameIndex).offset
    for section in (0..<min(count, bytes.count / 64)).map(section) {
      let name = text(names + section.name)
      let isSpecial = Self.specialNames.contains { name == $0 || name.hasPrefix("\($0).") }
      if isSpecial || (14...16).contains(section.type) { specialSections.append(name) }
    }
    for table in (0..<min(count, bytes.count / 64)).map(section) where table.type == 2 {
      let names = section(table.link).offset
      for symbol in stride(
        from: table.offset, to: min(table.offset + table.size, bytes.count), by: 24)
      {
        let (binding, isDefined) = (bytes[symbol + 4] >> 4, integer(symbol + 6, 2) != 0)
        // Binding 0 is local, 2 is weak.
        guard binding != 0 else { continue }
        let name = text(names + integer(symbol, 4))
        if !isDefined {
          undefinedSymbols.append(name)
        } else if binding != 2 {
          strongSymbols.append(name)
        }
      }
    }
  }

  private static let specialNames = [
    ".init_array", ".fini_array", ".preinit_array", ".ctors", ".dtors", ".init", ".fini",
  ]
}

extension ObjectFile {
  private mutating func readMachO() {
    var command = 32
    for _ in 0..<integer(16, 4) {
      let (kind, size) = (integer(command, 4), integer(command + 4, 4))
      if kind == 0x19 { readSegment(command) }
      if kind == 2 { readSymbols(command) }
      guard size > 0 else { return }
      command += size
    }
  }

  private mutating func readSegment(_ command: Int) {
    for index in 0..<min(integer(command + 64, 4), bytes.count / 80) {
      let section = command + 72 + index * 80
      let name = text(section, atMost: 16)
      // Initialisers, terminators, interposed functions, classes with `+load`.
      let isSpecial =
        [0x9, 0xA, 0xD, 0x15, 0x16].contains(integer(section + 64, 1))
        || ["__objc_nlclslist", "__objc_nlcatlist", "__interpose"].contains(name)
      if isSpecial { specialSections.append(name) }
    }
  }

  private mutating func readSymbols(_ command: Int) {
    let (table, count, names) = (
      integer(command + 8, 4), integer(command + 12, 4), integer(command + 16, 4)
    )
    for index in 0..<min(count, bytes.count / 16) {
      let symbol = table + index * 16
      let (type, weak) = (integer(symbol + 4, 1), integer(symbol + 6, 2) & 0x80)
      // External, and no debugging symbol.
      guard type & 0x01 != 0, type & 0xE0 == 0 else { continue }
      // Mach-O puts an underscore before each C name.
      let name = String(text(names + integer(symbol, 4)).dropFirst())
      if type & 0x0E == 0 {
        undefinedSymbols.append(name)
      } else if weak == 0 {
        strongSymbols.append(name)
      }
    }
  }
}
