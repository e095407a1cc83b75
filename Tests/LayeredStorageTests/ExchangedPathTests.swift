import Foundation
import LayeredStorage
import Testing

/// Ways to replace Ann with Bob. Each changes a different part of the path `way/inner/value.json`.
enum Exchange: CaseIterable {
  /// The change that the system does not report to watchers of the file's own directory.
  static let unreported = grandparentMoved
  case fileReplaced
  case fileMadeAgain
  case parentMoved
  case parentMadeAgain
  case parentLinkReplaced
  case grandparentMoved
  case grandparentMadeAgain
  case grandparentLinkReplaced
  case grandparentLinkMadeAgain
  case linkBehindLinkReplaced

  /// The initial symbolic links on the path: the location and target of each.
  var links: [(path: String, target: String)] {
    switch self {
    case .parentLinkReplaced: [("way/inner", "../ann/inner")]
    case .grandparentLinkReplaced, .grandparentLinkMadeAgain: [("way", "ann")]
    case .linkBehindLinkReplaced: [("way", "far/../link"), ("link", "ann/.")]
    default: []
    }
  }

  /// The directory that initially contains Ann's file.
  var directory: String { links.isEmpty ? "way/inner" : "ann/inner" }

  func perform(in directory: borrowing Scratch) throws {
    switch self {
    case .fileReplaced: try directory.move("bob/inner/value.json", to: "way/inner/value.json")
    case .fileMadeAgain:
      try directory.remove("way/inner/value.json")
      try directory.move("bob/inner/value.json", to: "way/inner/value.json")
    case .parentMoved:
      try directory.move("way/inner", to: "way/old")
      try directory.move("bob/inner", to: "way/inner")
    case .parentMadeAgain:
      try directory.remove("way/inner")
      try directory.make("way/inner", with: "Bob")
    case .parentLinkReplaced: try directory.replaceLink("way/inner", by: "../bob/inner")
    case .grandparentMoved:
      try directory.move("way", to: "old")
      try directory.move("bob", to: "way")
    case .grandparentMadeAgain:
      try directory.remove("way")
      try directory.make("way/inner", with: "Bob")
    case .grandparentLinkReplaced: try directory.replaceLink("way", by: "bob")
    case .grandparentLinkMadeAgain:
      try directory.remove("way")
      try directory.link("way", to: "bob")
    case .linkBehindLinkReplaced: try directory.replaceLink("link", by: "bob")
    }
  }
}

@Suite(.serialized)
struct `A file on a path that is replaced`: ~Copyable {
  let scratch: Scratch
  let bell = Bell()
  init() throws { scratch = try Scratch() }

  @Test(arguments: Exchange.allCases.filter { $0 != .unreported })
  func `is detected by a chain that is only read`(exchange: Exchange) throws {
    let (chain, provider) = try chain(before: exchange)
    let registration = chain.valueBeModifiedHandlers.add { [bell] in bell.ring() }
    let before = try chain.getValue()
    let reads = provider.fileReadCount
    _ = try chain.getValue()
    let further = provider.fileReadCount - reads
    try exchange.perform(in: scratch)
    var after = before
    // The provider also reports that a path is missing until it is created again.
    while after != "Bob", bell.wait() { after = try chain.getValue() }
    registration.end()
    #expect(before == "Ann")
    #expect(further == 0)
    #expect(after == "Bob")
  }

  @Test
  func `is detected at the next read after a parent directory was renamed`() throws {
    let (chain, provider) = try chain(before: .unreported)
    let before = try chain.getValue()
    try Exchange.unreported.perform(in: scratch)
    let read = try provider.getValue()
    let after = try chain.getValue()
    #expect([before, read, after] == ["Ann", "Bob", "Bob"])
  }

  private func chain(before exchange: Exchange) throws -> (
    chain: SynchronizedStorageChain<MemoryProvider<String?>, FileProvider<String?>>,
    provider: FileProvider<String?>
  ) {
    try scratch.make("far", with: "Cid")
    try scratch.make("way", with: "Cid")
    if exchange.links.contains(where: { $0.path == "way" }) { try scratch.remove("way") }
    try scratch.make(exchange.directory, with: "Ann")
    try scratch.make("bob/inner", with: "Bob")
    for link in exchange.links { try scratch.link(link.path, to: link.target) }
    let provider = FileProvider<String?>(
      url: scratch.directory.appending(path: "way/inner/value.json"))
    return (memoryChain(over: provider), provider)
  }
}

extension Scratch {
  private func path(_ name: String) -> String { directory.appending(path: name).path }

  fileprivate func make(_ name: String, with value: String) throws {
    try FileManager.default.createDirectory(atPath: path(name), withIntermediateDirectories: true)
    try replace(URL(filePath: path(name)).appending(path: "value.json"), with: value)
  }

  fileprivate func move(_ old: String, to new: String) throws {
    guard rename(path(old), path(new)) == 0 else { throw SystemError(rawValue: errno) }
  }

  fileprivate func remove(_ name: String) throws {
    try FileManager.default.removeItem(atPath: path(name))
  }

  fileprivate func link(_ name: String, to target: String) throws {
    try FileManager.default.createSymbolicLink(atPath: path(name), withDestinationPath: target)
  }

  fileprivate func replaceLink(_ name: String, by target: String) throws {
    try link(name + ".new", to: target)
    try move(name + ".new", to: name)
  }
}
