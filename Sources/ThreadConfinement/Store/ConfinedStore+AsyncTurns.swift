internal import Dispatch
internal import SQLite

extension ConfinedStore {
  // MARK: One after the other

  func queue(
    _ block: @escaping () throws -> Void, commitsAtEnd: Bool,
    onComplete: ((Failure?) -> Void)? = nil, onDrop: (() -> Void)? = nil
  ) throws(Failure) -> AsyncWriteID {
    check()
    guard doorbell.hasLoop else { throw .noLoop }
    asyncCount += 1
    let id = AsyncWriteID(number: asyncCount)
    queuedWrites.append(
      QueuedWrite(
        id: id, block: block, commitsAtEnd: commitsAtEnd, onComplete: onComplete, onDrop: onDrop))
    askForAsyncTurn()
    return id
  }

  /// Asks for the turn to write, if something waits for it and nothing of this store is under way.
  func askForAsyncTurn() {
    guard !queuedWrites.isEmpty, commits.isEmpty, openWrite == nil, !isRunningAsyncBlock else {
      return
    }
    let doorbell = doorbell
    let kept = DoorbellStore(store: self)
    asyncWrites.ask { doorbell.enqueue { _ in kept.store.beginQueuedWrite() } }
  }

  private func beginQueuedWrite() {
    // A write that was begun meanwhile took the turn; its end asks again.
    guard openWrite == nil else { return }
    do throws(DatabaseError) {
      guard let write = try asyncWrites.takeIfBegun() else { return }
      guard !queuedWrites.isEmpty else { return write.abandon() }
      openWrite = write
    } catch {
      let failed = queuedWrites.isEmpty ? nil : queuedWrites.removeFirst()
      failed?.onComplete?(Failure(error))
      return askForAsyncTurn()
    }
    let next = queuedWrites.removeFirst()
    do throws(Failure) { try comeToBegunWrite() } catch {
      next.onComplete?(error)
      return askForAsyncTurn()
    }
    run(next)
  }

  private func run(_ next: QueuedWrite) {
    let begun = writeCount
    isRunningAsyncBlock = true
    var thrown: (any Error)?
    do { try next.block() } catch { thrown = error }
    isRunningAsyncBlock = false
    let isOpen = openWrite != nil && writeCount == begun
    if let thrown {
      guard let onComplete = next.onComplete else {
        fatalError("a block of writeAsync threw, and nobody is told of it: \(thrown)")
      }
      if isOpen { cancelOpenWrite() }
      onComplete(thrown as? Failure ?? .blockFailed(thrown))
      askForAsyncTurn()
    } else if isOpen {
      guard next.commitsAtEnd else { return cancelOpenWrite() }
      // It has a loop and an open write, so this cannot fail.
      _ = try? commitOpenWrite(isDroppable: next.onDrop == nil, next.onComplete)
    } else {
      if next.commitsAtEnd { next.onComplete?(nil) }
      askForAsyncTurn()
    }
  }

  func commitOpenWrite(
    isDroppable: Bool, _ onComplete: ((Failure?) -> Void)?
  ) throws(Failure) -> AsyncWriteID {
    check()
    guard let write = openWrite else { throw .notInWriteTransaction }
    guard doorbell.hasLoop else { throw .noLoop }
    asyncCount += 1
    let id = AsyncWriteID(number: asyncCount)
    openWrite = nil
    epoch += 1
    commits.append(
      AsyncCommit(
        id: id, number: write.number, isDroppable: isDroppable, onComplete: onComplete))
    let doorbell = doorbell
    let kept = DoorbellStore(store: self)
    DispatchQueue.global().async {
      var failure: Failure?
      do throws(DatabaseError) {
        try write.commit()
        write.file.tellOthers(than: doorbell)
      } catch {
        failure = Failure(error)
      }
      let outcome = failure
      doorbell.enqueue { _ in kept.store.didCommitAsync(id, write.number, outcome) }
    }
    return id
  }

  func didCommitAsync(_ id: AsyncWriteID, _ number: Int64, _ failure: Failure?) {
    let done = commits.firstIndex { $0.id == id }.map { commits.remove(at: $0) }
    var failure = failure
    if failure == nil, openWrite == nil {
      do throws(Failure) { try didCommit(number) } catch { failure = error }
    }
    done?.onComplete?(failure)
    askForAsyncTurn()
  }

  /// Drops what is queued.
  func dropAsyncWrites() {
    let dropped = queuedWrites
    queuedWrites = []
    for write in dropped { write.onDrop?() }
    for index in commits.indices where commits[index].isDroppable {
      commits[index].onComplete = nil
    }
  }
}

/// Brings a store back to where it is confined.
struct DoorbellStore: @unchecked Sendable {
  // Unchecked because the store is used in a task of its own loop only.
  let store: ConfinedStore
}
