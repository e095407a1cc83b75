import Testing
import Workbook

@testable import Chapter_ConfinedStore

/// What each page prints, to the letter.
private let pages: [(page: String, lines: String)] = [
  (
    page: "main-thread",
    lines: """
    main: add Ann
    main: read Ann
    background: write begun
    main: asks to write
    background: commit
    main: write done
    """
  ),
  (
    page: "transactions",
    lines: """
    outside write: error: not in a write transaction
    inside: count 1
    cancelled: count 0, object invalidated
    thrown: rethrown, count 0
    nested begin: error: already in a write transaction
    """
  ),
  (
    page: "versions",
    lines: """
    A count 0
    B commits 1
    A count 0
    A refresh true
    A count 1
    A refresh false
    """
  ),
  (
    page: "notifications",
    lines: """
    initial 2
    update deletions [] insertions [2] modifications []
    update deletions [] insertions [] modifications [0]
    update deletions [1] insertions [] modifications []
    after a silent write: 0 calls
    after the token ended: 0 calls
    """
  ),
  (
    page: "frozen",
    lines: """
    frozen on background: Ann
    live renamed Anna
    frozen: Ann
    thawed: Anna
    write to frozen: error: frozen
    after deletion: thaw nil
    """
  ),
  (
    page: "references",
    lines: """
    made on main
    resolved on realm_task_thread: Ann
    second resolve: error: already resolved
    after deletion: resolve nil
    not stored: error: not managed
    """
  ),
  (
    page: "async-writes",
    lines: """
    writeAsync returned
    block 1
    complete 1
    block 2
    complete 2
    cancelled 3: runs 0
    """
  ),
]

struct `The pages of the store` {
  @Test(arguments: pages)
  func `print what is documented`(page: String, lines: String) async {
    let printed = await Program.ConfinedStore.printed(by: [page])
    #expect(printed.output == lines + "\n")
    #expect(printed.complaints == "")
    #expect(printed.status == 0)
  }

  @Test
  func `are all here`() {
    let slugs = pages.map(\.page)
    #expect(Page.store.map(\.slug) == slugs)
  }

  @Test
  func `are the same in 10 runs`() async {
    let pages = Page.store.map(\.slug)
    let first = await Program.ConfinedStore.printed(by: pages)
    for _ in 1..<10 {
      let again = await Program.ConfinedStore.printed(by: pages)
      #expect(again == first)
    }
  }
}
