import Foundation
import LayeredStorage
import Testing

/// Ways to replace Ann with Bob. Each changes a different part of the path `way/inner/value.json`.
enum Exchange: CaseIterable {
  /// The changes that the system does not report to watchers of the file's own directory.
  static let unreported = [parentLinkReplaced, grandparentMoved]
  case fileReplaced
  case fileMadeAgain
  case parentMoved
  case parentMadeAgain
  case parentLinkReplaced
  case grandparentMoved
  case grandparentMadeAgain

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
    }
  }
}

@Suite(.serialized)
struct `A file on a path that is replaced`: ~Copyable {
  let scratch: Scratch
  let bell = Bell()
  init() throws { scratch = try Scratch() }

  @Test(arguments: Exchange.allCases.filter { !Exchange.unreported.contains($0) })
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

  @Test(arguments: Exchange.unreported)
  func `is detected at the next read after what is above its directory was replaced`(
    exchange: Exchange
  ) throws {
    let (chain, provider) = try chain(before: exchange)
    let before = try chain.getValue()
    try exchange.perform(in: scratch)
    let read = try provider.getValue()
    let after = try chain.getValue()
    #expect([before, read, after] == ["Ann", "Bob", "Bob"])
  }

  private func chain(before exchange: Exchange) throws -> (
    chain: SynchronizedStorageChain<MemoryProvider<String?>, FileProvider<String?>>,
    provider: FileProvider<String?>
  ) {
    try scratch.make("way", with: "Cid")
    let isLinked = exchange == .parentLinkReplaced
    try scratch.make(isLinked ? "ann/inner" : "way/inner", with: "Ann")
    try scratch.make("bob/inner", with: "Bob")
    if isLinked { try scratch.link("way/inner", to: "../ann/inner") }
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
