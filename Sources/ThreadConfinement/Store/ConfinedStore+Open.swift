internal import Foundation
internal import SQLite

extension ConfinedStore {
  /// Opens a store for the current thread, or inside a block of a ``ConfinedQueue`` for that queue.
  ///
  /// A second call in the same place returns the same store, as long as a reference to it exists: two could wait
  /// for each other's writes for ever.
  ///
  /// - Throws: ``Failure/schemaChanged(type:found:wanted:)``; ``Failure/openWithoutTypes(_:)`` if the store is open in
  ///   this place with other types; or what the database says.
  public static func open(_ configuration: Configuration) throws(Failure) -> ConfinedStore {
    let confinement = ConfinedQueue.present.map(Confinement.queue) ?? .thread(.current)
    return try open(configuration, confinedTo: confinement)
  }

  /// Opens a store for a queue; call it from a block of that queue, or the process ends.
  ///
  /// - Throws: ``Failure/schemaChanged(type:found:wanted:)``, or what the database says.
  public static func open(
    _ configuration: Configuration, queue: ConfinedQueue
  ) throws(Failure) -> ConfinedStore {
    guard queue.isCurrent else { Misuse.openedOnWrongQueue.stop() }
    return try open(configuration, confinedTo: .queue(queue))
  }

  /// Opens a store for an actor.
  ///
  /// - Throws: ``Failure/schemaChanged(type:found:wanted:)``, or what the database says.
  public static func open(
    _ configuration: Configuration, actor: isolated any Actor
  ) throws(Failure) -> ConfinedStore {
    try open(configuration, confinedTo: .on(actor))
  }

  private static func open(
    _ configuration: Configuration, confinedTo confinement: Confinement
  ) throws(Failure) -> ConfinedStore {
    let url = configuration.file
    // SQLite would cut the name at the NUL.
    guard url.isFileURL, !url.path(percentEncoded: false).contains("\0") else {
      throw Failure(.notAFile(url))
    }
    let file = StoreFile.shared(configuration)
    let known = file.changeSignals.first { $0.confinement.isSame(as: confinement) }?.store
    if let known {
      let missing = configuration.schema.filter { known.tables[ObjectIdentifier($0)] == nil }
      guard missing.isEmpty else { throw .openWithoutTypes(missing.map { "\($0)" }) }
      return known
    }
    return try ConfinedStore(configuration, confinedTo: confinement)
  }
}
