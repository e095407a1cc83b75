import Concurrency
import Foundation
import Testing

@testable import ThreadConfinement

@Suite
struct `The shared object of a file`: ~Copyable {
  let folder: StoreFolder
  init() throws { folder = try StoreFolder() }

  @Test
  func `a store's file is closed when the store is released, while others are opened`() throws {
    let (configuration, file) = (folder.configuration, folder.file)
    let isDone = Locked(false)
    let other = JoinableThread.start(name: "other") {
      var count = 0
      while !isDone.withLock({ $0 }) {
        count += 1
        var next = configuration
        next.file = file.appendingPathExtension("\(count % 3)")
        _ = StoreFile.shared(next)
      }
    }
    var logsLeft = 0
    for _ in 0..<20 {
      try elsewhere { try ConfinedStore.open(configuration).write {} }
      if FileManager.default.fileExists(atPath: file.path + "-wal") { logsLeft += 1 }
    }
    isDone.withLock { $0 = true }
    other.join()
    #expect(logsLeft == 0)
  }
}
