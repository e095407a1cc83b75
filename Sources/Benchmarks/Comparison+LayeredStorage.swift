import Concurrency
import Foundation
import LayeredStorage

extension Comparison {
  /// A chain, compared with its parts: a lock for a read, an atomic file write for a write.
  static let layeredStorage = [chainRead, chainWrite]

  private static let chainRead = Comparison(
    name: "chain read that hits memory", reference: "lock and load", limit: 1.3
  ) {
    let folder = WorkloadFolder()
    let chain = SynchronizedStorageChain(
      MemoryProvider(1), underlyingProvider: FileProvider<Int>(url: folder.file(in: "chain")))
    let number = Locked(1)
    let (sum, bareSum) = (Sum(), Sum())
    return (
      {
        for _ in 0..<$0 { sum.add((try? chain.getValue()) ?? 0) }
        withExtendedLifetime(folder) {}
      },
      { for _ in 0..<$0 { bareSum.add(number.withLock { $0 }) } }
    )
  }

  /// Both encode the value, because the comparison measures what the chain adds to encoding and
  /// writing.
  ///
  /// Both write to several directories in turn, because the cost of a new file depends on where the
  /// file system has placed its directory, which makes identical loops differ by a tenth.
  private static let chainWrite = Comparison(
    name: "chain write", reference: "JSONEncoder, Data.write(options: .atomic)", limit: 1.2,
    isUnsteady: true
  ) {
    let folder = WorkloadFolder()
    let chains = (0..<8).map { number in
      SynchronizedStorageChain(
        MemoryProvider<String>(),
        underlyingProvider: FileProvider<String>(url: folder.file(in: "chain \(number)")))
    }
    // In other directories, because each write in the same ones would cause events for a chain.
    let bareFiles = (0..<8).map { folder.file(in: "bare \($0)") }
    let text = String(repeating: "Ann ", count: 256)
    let encoder = JSONEncoder()
    var (written, bareWritten) = (0, 0)
    return (
      {
        for _ in 0..<$0 {
          try? chains[written % 8].setValue(text)
          written += 1
        }
        withExtendedLifetime(folder) {}
      },
      {
        for _ in 0..<$0 {
          try? encoder.encode(text).write(to: bareFiles[bareWritten % 8], options: .atomic)
          bareWritten += 1
        }
        withExtendedLifetime(folder) {}
      }
    )
  }
}

extension WorkloadFolder {
  /// The URL of a file in its own directory, which is created.
  fileprivate func file(in name: String) -> URL {
    let directory = url.appending(path: name)
    must {
      try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
    }
    return directory.appending(path: "value.json")
  }
}
