import Foundation
import LayeredStorage
import Locking

extension Comparison {
  /// A chain beside what it is made of: a lock for a read, an atomic write for a write.
  static let layeredStorage: [Comparison] = [chainRead, chainWrite]

  private static let chainRead = Comparison(
    name: "chain read that hits memory", reference: "lock and load", limit: 1.3
  ) {
    let file = BenchmarkFile()
    let chain = SynchronizedStorageChain(
      MemoryProvider(1), underlyingProvider: FileProvider<Int>(url: file.url))
    let number = Locked(1)
    let (sum, bareSum) = (Sum(), Sum())
    return (
      {
        for _ in 0..<$0 { sum.add((try? chain.getValue()) ?? 0) }
        file.stay()
      },
      { for _ in 0..<$0 { bareSum.add(number.withLock { $0 }) } }
    )
  }

  private static let chainWrite = Comparison(
    name: "chain write", reference: "Data.write(options: .atomic)", limit: 1.2
  ) {
    let (file, bareFile) = (BenchmarkFile(), BenchmarkFile())
    let chain = SynchronizedStorageChain(
      MemoryProvider<String>(), underlyingProvider: FileProvider<String>(url: file.url))
    let text = String(repeating: "Ann ", count: 256)
    let data = Data("\"\(text)\"".utf8)
    return (
      {
        for _ in 0..<$0 { try? chain.setValue(text) }
        file.stay()
      },
      { for _ in 0..<$0 { try? data.write(to: bareFile.url, options: .atomic) } }
    )
  }
}

/// A file in a directory of its own, which goes with it.
private final class BenchmarkFile {
  let directory = FileManager.default.temporaryDirectory
    .appending(path: "storage-benchmark-\(UUID().uuidString)")

  var url: URL { directory.appending(path: "value.json") }

  init() {
    try? FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
  }

  /// Keeps the directory until now.
  func stay() {}

  deinit { try? FileManager.default.removeItem(at: directory) }
}
