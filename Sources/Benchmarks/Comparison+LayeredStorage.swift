import Concurrency
import Foundation
import LayeredStorage

extension Comparison {
  /// A chain, compared with its parts: a lock for a read, an atomic file write for a write.
  static let layeredStorage = [chainRead, chainWrite]

  private static let chainRead = Comparison(
    name: "chain read that hits memory", reference: "lock and load", limit: 1.3
  ) {
    let chain = SynchronizedStorageChain(
      MemoryProvider(1), underlyingProvider: FileProvider<Int>(url: newFile()))
    let number = Locked(1)
    let (sum, bareSum) = (Sum(), Sum())
    return (
      { for _ in 0..<$0 { sum.add((try? chain.getValue()) ?? 0) } },
      { for _ in 0..<$0 { bareSum.add(number.withLock { $0 }) } }
    )
  }

  /// Both write to several directories in turn, because the cost of a new file depends on its
  /// directory's place on the disk: identical loops differ by a tenth.
  private static let chainWrite = Comparison(
    name: "chain write", reference: "JSONEncoder, Data.write(options: .atomic)", limit: 1.2
  ) {
    let chains = (0..<8).map { _ in
      SynchronizedStorageChain(
        MemoryProvider<String>(), underlyingProvider: FileProvider<String>(url: newFile()))
    }
    // In other directories, because each write in the same ones would cause events for a chain.
    let bareFiles = (0..<8).map { _ in newFile() }
    let text = String(repeating: "Ann ", count: 256)
    let encoder = JSONEncoder()
    var (written, bareWritten) = (0, 0)
    return (
      repeating {
        try? chains[written % 8].setValue(text)
        written += 1
      },
      repeating {
        try? encoder.encode(text).write(to: bareFiles[bareWritten % 8], options: .atomic)
        bareWritten += 1
      }
    )
  }
}

private func newFile() -> URL { newFolder().appending(path: "value.json") }
