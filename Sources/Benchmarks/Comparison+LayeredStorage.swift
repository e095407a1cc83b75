import Concurrency
import Foundation
import LayeredStorage

extension Comparison {
  /// A chain beside what it is made of: a lock for a read, an atomic write for a write.
  static let layeredStorage: [Comparison] = [chainRead, chainWrite]

  private static let chainRead = Comparison(
    name: "chain read that hits memory", reference: "lock and load", limit: 1.3
  ) {
    let folder = ScratchFolder()
    let chain = SynchronizedStorageChain(
      MemoryProvider(1), underlyingProvider: FileProvider<Int>(url: folder.file(in: "chain")))
    let number = Locked(1)
    let (sum, bareSum) = (Sum(), Sum())
    return (
      {
        for _ in 0..<$0 { sum.add((try? chain.getValue()) ?? 0) }
        folder.stay()
      },
      { for _ in 0..<$0 { bareSum.add(number.withLock { $0 }) } }
    )
  }

  private static let chainWrite = Comparison(
    name: "chain write", reference: "Data.write(options: .atomic)", limit: 1.2, isUnsteady: true
  ) {
    let folder = ScratchFolder()
    let chain = SynchronizedStorageChain(
      MemoryProvider<String>(),
      underlyingProvider: FileProvider<String>(url: folder.file(in: "chain")))
    // Beside it, and not in the same directory, where each write would make events for the chain.
    let bareFile = folder.file(in: "bare")
    let text = String(repeating: "Ann ", count: 256)
    let data = Data("\"\(text)\"".utf8)
    return (
      {
        for _ in 0..<$0 { try? chain.setValue(text) }
        folder.stay()
      },
      {
        for _ in 0..<$0 { try? data.write(to: bareFile, options: .atomic) }
        folder.stay()
      }
    )
  }
}

extension ScratchFolder {
  /// Where a file may be, in a directory of its own, which is made.
  fileprivate func file(in name: String) -> URL {
    let directory = url.appending(path: name)
    do {
      try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
    } catch {
      fatalError("\(error)")
    }
    return directory.appending(path: "value.json")
  }

  /// Keeps the folder until now.
  fileprivate func stay() {}
}
