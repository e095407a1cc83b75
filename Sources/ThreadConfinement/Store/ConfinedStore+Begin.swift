internal import SQLite

extension ConfinedStore {
  /// Waits until no other write of the file is open, comes to the newest version, notifies the observers of
  /// what changed until then, and begins a write.
  ///
  /// - Throws: ``Failure/alreadyInWriteTransaction``; ``Failure/observerFailed(_:)``, after which the write is cancelled; or what the database says.
  public func beginWrite() throws(Failure) {
    check()
    guard transaction == nil, suspendedTransaction == nil else { throw .alreadyInWriteTransaction }
    do throws(DatabaseError) {
      if let granted = try asyncWrites.takeGranted() {
        transaction = granted
      } else {
        file.writerQueue.take(refused: configuration.onWriteRefused)
        do throws(DatabaseError) {
          transaction = try WriteTransaction(of: file)
        } catch {
          file.writerQueue.give()
          throw error
        }
      }
    } catch {
      // The turn that was asked for went with it.
      askForAsyncTurn()
      throw Failure(error)
    }
    try comeToBegunWrite()
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
    } catch {
      if transaction != nil { cancelOpenWrite() }
      throw error
    }
  }
}
