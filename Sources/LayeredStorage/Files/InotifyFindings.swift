#if os(Linux)
  internal import Foundation

  /// The names that matter to a file, by the watches of their directories.
  struct WatchedNames: Equatable {
    private var names: [Int32: Set<String>] = [:]
    /// Whose name is the file's own; the others are on the way to it.
    private var file: (watch: Int32, name: String) = (-1, "")

    var watches: Dictionary<Int32, Set<String>>.Keys { names.keys }

    static func == (some: Self, other: Self) -> Bool {
      some.names == other.names && some.file == other.file
    }

    mutating func add(_ name: String, in watch: Int32, isFile: Bool) {
      names[watch, default: []].insert(name)
      if isFile { file = (watch, name) }
    }

    mutating func formUnion(_ other: Self) {
      names.merge(other.names) { $0.union($1) }
    }

    func isFile(_ event: InotifyEvent) -> Bool { file == (event.watch, event.name) }

    func isOnTheWay(_ event: InotifyEvent) -> Bool {
      names[event.watch]?.contains(event.name) == true
    }
  }

  /// What a number of events amount to, own writes taken out.
  struct InotifyFindings {
    private let own: OwnWrite
    private var replacements = 0
    private var removals = 0
    /// A file that was made or written in place is told of when it is closed, too. One that is only closed is
    /// not: a child that was just started may hold a file that was written before it took its place.
    var isBeingWritten: Bool
    var hasOthers = false
    /// Whether the way to the file is another one, or may be.
    var needsArming = false
    /// How often something came to the file's name or left it.
    private var moves = 0

    init(except own: OwnWrite, isBeingWritten: Bool) {
      self.own = own
      self.isBeingWritten = isBeingWritten
    }

    mutating func add(_ event: InotifyEvent, names: WatchedNames) {
      if event.isAny(IN_Q_OVERFLOW) {
        (hasOthers, needsArming) = (true, true)
      } else if event.isAny(IN_DELETE_SELF, IN_MOVE_SELF, IN_IGNORED) {
        if names.watches.contains(event.watch) { needsArming = true }
      } else if names.isFile(event) {
        if event.isAny(IN_MOVED_TO) { replacements += 1 }
        if event.isAny(IN_DELETE) { removals += 1 }
        if event.isAny(IN_MOVED_FROM) { hasOthers = true }
        if event.isAny(IN_CREATE, IN_MODIFY) { isBeingWritten = true }
        // Who keeps it open may not close it before long.
        if event.isAny(IN_MODIFY) { hasOthers = true }
        if event.isAny(IN_CLOSE_WRITE), isBeingWritten {
          (hasOthers, isBeingWritten) = (true, false)
        }
        if !event.isAny(IN_CLOSE_WRITE, IN_MODIFY) { moves += 1 }
      } else if names.isOnTheWay(event) {
        needsArming = true
      }
    }

    /// Whether the file's name may stand for a link or a directory now.
    var mayLeadElsewhere: Bool { moves > (own.appearance == nil ? 0 : 1) }

    var isChanged: Bool {
      hasOthers
        || replacements > (own.isReplacement ? 1 : 0)
        || removals > (own.isRemoval ? 1 : 0)
    }
  }
#endif
