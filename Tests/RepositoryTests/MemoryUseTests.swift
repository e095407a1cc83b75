import Foundation
import Testing
import Workbook

@testable import Chapter_Repository

#if os(Linux)
  struct `Memory` {
    /// A file waits for the disk at each save, so there are fewer of those.
    @Test(arguments: [(StoreKind.memory, 10_000), (.sqlite, 10_000), (.file, 2_000)])
    func `stays flat over thousands of saves`(kind: StoreKind, count: Int) async {
      await #expect(processExitsWith: .success) {
        [kind = kind as StoreKind, count = count as Int] in
        let folder = try ScratchFolder()
        let store = kind.store(at: folder.url.appending(path: "news"))
        let list = (0..<20).map { News(id: $0, title: "news \($0)") }
        for _ in 0..<500 { try store.save(list) }
        let before = try residentBytes()
        for _ in 0..<count { try store.save(list) }
        let growth = try residentBytes() - before
        #expect(growth < 2 << 20)
      }
    }
  }

  /// How much of this process is in memory.
  private func residentBytes() throws -> Int {
    let pages = try String(contentsOfFile: "/proc/self/statm", encoding: .utf8)
      .split(separator: " ")
    return try #require(Int(pages[1])) * 4096
  }
#endif
