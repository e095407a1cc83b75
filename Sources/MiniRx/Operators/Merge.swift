import Concurrency

extension ObservableType where Element: ObservableType {
  /// All values of all the sequences that this one sends, as they come.
  ///
  /// It completes when this sequence and all of those have; the first error ends it and disposes the
  /// others. Values that come from several threads are not made to wait for each other.
  public func merge() -> Observable<Element.Element> {
    Observable { downstream in
      let stage = Stage()
      let sources = Locked(Sources())
      let outer = subscribe { event in
        guard !stage.isStopped else { return }
        switch event {
        case .next(let source):
          guard let (id, place) = sources.withLock({ $0.enter() }) else { return }
          place.attach(
            source.subscribe { event in
              guard event.isCompleted else { return stage.forward(event, to: downstream) }
              if sources.withLock({ $0.complete(id) }).isLast {
                stage.finish(with: .completed, to: downstream)
              }
            })
        case .error(let error):
          stage.finish(with: .error(error), to: downstream)
        case .completed:
          if sources.withLock({ $0.complete(Sources.outer) }).isLast {
            stage.finish(with: .completed, to: downstream)
          }
        }
      }
      let inner = Disposables.create {
        for place in sources.withLock({ $0.close() }) { place.dispose() }
      }
      stage.attach(Disposables.create(outer, inner))
      return stage
    }
  }
}

extension ObservableType {
  /// All values of all sources as they come; completed when all have, an error at the first one.
  public static func merge(_ sources: Observable<Element>...) -> Observable<Element> {
    merge(sources)
  }

  /// All values of all sources as they come; completed when all have, an error at the first one.
  public static func merge(_ sources: [Observable<Element>]) -> Observable<Element> {
    Observable<Observable<Element>>.from(sources).merge()
  }
}

/// The sequences that are being merged and have not completed, the one that sends them included.
private struct Sources {
  static let outer = 0

  private var places: [Int: Stage] = [outer: Stage()]
  private var lastID = outer
  private var isClosed = false

  /// - Returns: a place for one more, or nil if the merged sequence has ended.
  mutating func enter() -> (id: Int, place: Stage)? {
    guard !isClosed else { return nil }
    lastID += 1
    let place = Stage()
    places[lastID] = place
    return (lastID, place)
  }

  /// - Returns: the place given back, to be released outside the lock, and whether it was the last.
  mutating func complete(_ id: Int) -> (place: Stage?, isLast: Bool) {
    let place = places.removeValue(forKey: id)
    return (place, places.isEmpty)
  }

  /// - Returns: what has to be disposed, in the order of coming.
  mutating func close() -> [Stage] {
    isClosed = true
    defer { places = [:] }
    return places.sorted { $0.key < $1.key }.map(\.value)
  }
}
