internal import SQLite

extension ConfinedStore {
  /// Waits until nobody else writes the file, comes to the newest version, tells the observers what
  /// changed until then, and begins a write.
  ///
  /// - Throws: ``Failure/alreadyInWriteTransaction``; ``Failure/observerFailed(_:)``, after which the write is cancelled; or what the database says.
  public func beginWrite() throws(Failure) {
    check()
    guard openWrite == nil, suspendedWrite == nil else { throw .alreadyInWriteTransaction }
    do throws(DatabaseError) {
      if let granted = try asyncWrites.takeGranted() {
        openWrite = granted
      } else {
        file.turn.take(refused: configuration.onWriteRefused)
        do throws(DatabaseError) {
          openWrite = try OpenWrite(of: file)
        } catch {
          file.turn.give()
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

  /// The rest of beginning: the newest version, and whoever is to be told of it.
  func comeToBegunWrite() throws(Failure) {
    do throws(Failure) {
      writeCount += 1
      assignmentFailure = nil
      epoch += 1
      // What this store itself has committed waits for the next turn of its loop.
      guard try advance() else { return }
      try tellStoreObservers(.didChange)
      try deliverDue()
    } catch {
      if openWrite != nil { cancelOpenWrite() }
      throw error
    }
  }
}
