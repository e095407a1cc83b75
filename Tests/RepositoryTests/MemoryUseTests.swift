import Foundation
import TestSupport
import Testing
import Workbook

@testable import Chapter_Repository

#if os(Linux)
  struct `Memory` {
    /// Saves to a file system in memory, because a disk is slow. ThreadSanitizer's own memory grows
    /// during a run.
    @Test(.disabled(if: ThreadSanitizer.isOn), arguments: StoreKind.allCases)
    func `stays flat over three thousand saves`(kind: StoreKind) async {
      await #expect(processExitsWith: .success) { [kind = kind as StoreKind] in
        if access("/dev/shm", W_OK) == 0 { setenv("TMPDIR", "/dev/shm", 1) }
        let folder = try ScratchFolder()
        let store = kind.store(at: folder.url.appending(path: "news"))
        let list = (0..<20).map { News(id: $0, title: "news \($0)") }
        for _ in 0..<500 { try await store.save(list) }
        let before = try residentBytes()
        for _ in 0..<3_000 { try await store.save(list) }
        let growth = try residentBytes() - before
        #expect(growth < 1 << 20)
      }
    }
  }

  /// The resident memory of this process.
  private func residentBytes() throws -> Int {
    let pages = try String(contentsOfFile: "/proc/self/statm", encoding: .utf8)
      .split(separator: " ")
    return try #require(Int(pages[1])) * 4096
  }
#endif
