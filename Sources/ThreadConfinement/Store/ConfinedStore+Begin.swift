internal import SQLite

extension ConfinedStore {
  /// Waits until no other write of the file is open, comes to the newest version, notifies the observers of
  /// what changed until then, and begins a write.
  ///
  /// Observers are called inside the write, and may write in it. Once one has, those after it receive their
  /// changes with the store as it was before the write, so that places fit what they see.
  ///
  /// On an actor other than the main actor it never waits for another write of this process, which would block a thread
  /// of Swift's pool that the other write may need: it throws, and ``asyncWrite(isolation:_:)`` waits without
  /// blocking. It does block there as long as the disk takes, and up to ``Configuration/busyTimeout`` for a write of
  /// another process.
  ///
  /// - Throws: ``Failure/alreadyInWriteTransaction``; ``Failure/otherWriteOpen`` on an actor; ``Failure/observerFailed(_:)``, after which the write is cancelled;
  ///   ``Failure/notInWriteTransaction`` if an observer has ended it; or what the database says.
  public func beginWrite() throws(Failure) {
    check()
    guard transaction == nil, suspendedTransaction == nil else { throw .alreadyInWriteTransaction }
    do throws(Failure) { transaction = try takeTurn() } catch {
      // A turn that was asked for is lost with the write that used it.
      askForAsyncTurn()
      throw error
    }
    try comeToBegunWrite()
  }

  private func takeTurn() throws(Failure) -> WriteTransaction {
    do throws(DatabaseError) {
      if let granted = try asyncWrites.takeGranted() { return granted }
    } catch {
      throw Failure(error)
    }
    if confinement.mayBlock {
      file.writerQueue.take(refused: configuration.onWriteRefused)
    } else if !file.writerQueue.takeIfFree() {
      throw .otherWriteOpen
    }
    do throws(DatabaseError) { return try WriteTransaction(of: file) } catch {
      file.writerQueue.give()
      throw Failure(error)
    }
  }

  /// The rest of beginning: comes to the newest version and notifies observers of it.
  func comeToBegunWrite() throws(Failure) {
    do throws(Failure) {
      writeCount += 1
      assignmentFailure = nil
      epoch += 1
      // What this store itself has committed waits for the next turn of its loop.
      guard try advance() else { return }
      try notifyStoreObservers(.didChange)
      try deliverDue()
      guard transaction != nil else { throw .notInWriteTransaction }
    } catch {
      if transaction != nil { cancelOpenWrite() }
      throw error
    }
  }
}
