internal import Concurrency

/// Notices changes of one file that others make: processes, or other providers of this one.
///
/// It watches every name on the ``FileTrail``, so it does not matter whether the file is written in
/// place, replaced, removed, made later, or reached through links and directories that are exchanged. Where
/// the system refuses that, whoever reads has to ask, and the file's appearance is compared then. Own
/// writes go through ``writing(_:)`` and are told apart there.
final class FileChanges: Sendable {
  private let path: String
  private let handlers: ChangeHandlers
  private let watching: FileNotice.Watching
  private let notice = Locked(FileNotice.notYet)

  /// Notices nothing yet.
  ///
  /// - Parameters:
  ///   - path: where the file is, or will be.
  ///   - handlers: are told of what is noticed.
  ///   - watching: watches it.
  init(
    of path: String, for handlers: ChangeHandlers, watching: @escaping FileNotice.Watching
  ) {
    self.path = path
    self.handlers = handlers
    self.watching = watching
    handlers.asking.answer { [weak self] in self?.look() ?? false }
  }

  /// Starts noticing, unless it has started.
  func start() {
    var news = News()
    notice.withLock { notice in
      guard case .notYet = notice else { return }
      _ = notice.start(path, watch)
      news.isAboutAsking = handlers.asking.need(notice.isComparing)
    }
    tell(news)
  }

  /// Why changes are not noticed before somebody asks.
  var failure: SystemError? {
    notice.withLock { notice in
      if case .byComparing(_, let failure) = notice { failure } else { nil }
    }
  }

  /// Tells of what others have changed up to now, without waiting for the system to say so; who reads
  /// after this need not be told.
  ///
  /// - Returns: whether there was anything.
  @discardableResult
  func look() -> Bool {
    var news = News()
    notice.withLock { notice in
      takeChanges(&notice, into: &news)
      handlers.authorKnows()
    }
    tell(news)
    return !news.numbers.isEmpty
  }

  /// Makes a change that is no news, and tells of what others changed before or meanwhile.
  ///
  /// - Parameter write: changes the file at the destination that it is given.
  /// - Throws: what went wrong; nothing was changed then.
  func writing(_ write: (String) throws(SystemError) -> OwnWrite) throws(SystemError) {
    var news = News()
    // The writer too, unless it knows: of what its write replaced, but not of what may have come after.
    defer { Work.asNobody { tell(news) } }
    try notice.withLock { notice throws(SystemError) in
      takeChanges(&notice, into: &news)
      let attendance = attend(notice)
      defer { attendance?.end() }
      let own: OwnWrite
      do throws(SystemError) {
        own = try write(destination(notice))
      } catch .notFound {
        try File.makeDirectory(destination(notice).splitPath.directory)
        // What a new directory changes on the way to the file is no news.
        var ownNews = News()
        takeChanges(&notice, into: &ownNews)
        if ownNews.isAboutAsking { news.isAboutAsking = true }
        own = try write(destination(notice))
      }
      handlers.authorKnows()
      takeChanges(&notice, except: own, into: &news)
    }
  }

  deinit { notice.withLock { $0.stop() } }

  // MARK: Under the lock, and after it

  /// What has to be told when the lock is let go.
  private struct News {
    var numbers: [Int] = []
    var isAboutAsking = false
  }

  private func takeChanges(
    _ notice: inout FileNotice, except own: OwnWrite = .nothing, into news: inout News
  ) {
    if notice.takeChanges(of: path, except: own, watch) { news.numbers.append(handlers.count()) }
    if handlers.asking.need(notice.isComparing) { news.isAboutAsking = true }
  }

  private func tell(_ news: News) {
    if news.isAboutAsking { handlers.sayWhetherToAsk() }
    for number in news.numbers { handlers.tell(of: number) }
  }

  private func watch() throws(SystemError) -> FileWatch {
    try watching(path) { [weak self] in self?.look() }
  }

  private func attend(_ notice: FileNotice) -> FileWatch.Attendance? {
    if case .byEvents(let watch) = notice { watch.attend() } else { nil }
  }

  private func destination(_ notice: FileNotice) throws(SystemError) -> String {
    let trail = if case .byEvents(let watch) = notice { watch.trail } else { FileTrail(path) }
    if let refusal = trail.refusal { throw refusal }
    return trail.destination
  }
}
