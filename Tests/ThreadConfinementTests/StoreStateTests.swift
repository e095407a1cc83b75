import Concurrency
import Testing

@testable import ThreadConfinement

@Suite(.serialized)
struct `The rules of a store's writes`: ~Copyable {
  let folder: StoreFolder
  let store: ConfinedStore
  let thread = ThreadPool(name: "writes")
  init() throws {
    let folder = try StoreFolder()
    store = try folder.open()
    self.folder = folder
  }

  /// Begins a write of the file and rolls it back at once, because only the rules are tested.
  private func write() throws -> WriteTransaction {
    let write = try WriteTransaction(of: store.file)
    write.connection.rollBack()
    return write
  }

  private func names(_ actions: [StoreState.Action]) -> [String] {
    actions.map { action in
      switch action {
      case .signal(let byOther): "signal \(byOther)"
      case .requestTurn(let write): "request \(write.id.number)"
      }
    }
  }

  @Test
  func `queued writes run one at a time, each after the commit of the one before`() throws {
    var state = StoreState()
    for _ in 0..<2 { _ = state.enqueue(on: thread, {}, onComplete: nil, onDrop: nil) }
    var actions = [names(state.next())]
    state.begin(try write())
    let first = state.dequeue()
    state.beginBlock()
    actions.append(names(state.next()))
    let end = state.endBlock()
    _ = state.beginCommit(of: try #require(first))
    actions.append(names(state.next()))
    _ = state.endCommit()
    actions.append(names(state.next()))
    #expect(end == nil)
    #expect(actions == [["request 1"], [], [], ["request 2"]])
  }

  @Test
  func `a turn of the loop waits for the end of the write, even if that is suspended`() throws {
    var state = StoreState()
    state.begin(try write())
    var isPostponed = [state.postpones(turnAfterOthers: true)]
    state.suspend()
    isPostponed.append(state.postpones(turnAfterOthers: false))
    let during = names(state.next())
    _ = state.endWrite(.committed)
    let after = [names(state.next()), names(state.next())]
    #expect(isPostponed == [true, true])
    #expect(during == [])
    #expect(after == [["signal true"], []])
  }

  @Test
  func `resuming has no effect on a write that has replaced the suspended one`() throws {
    var state = StoreState()
    state.begin(try write())
    let replaced = state.writeNumber
    state.suspend()
    let isOpen = state.isOpen(replaced)
    _ = state.endWrite(.notStored(.invalidated))
    state.begin(try write())
    state.resume()
    #expect(!isOpen)
    #expect(!state.isOpen(replaced))
    #expect(state.isOpen(replaced + 1))
  }

  @Test
  func `a block receives the outcome of its own write, not of a later one`() throws {
    var state = StoreState()
    state.begin(try write())
    state.beginBlock()
    _ = state.endWrite(.notStored(.cancelled))
    state.begin(try write())
    _ = state.endWrite(.committed)
    let end = state.endBlock()
    guard case .notStored(.cancelled) = end else {
      Issue.record("\(String(describing: end))")
      return
    }
  }
}
