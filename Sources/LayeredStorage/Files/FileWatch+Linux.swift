#if os(Linux)
  internal import Foundation

  /// A file's trail under inotify, which queues each event before the call that caused it returns: so what
  /// others did before a moment can be asked for at that moment.
  struct FileWatch {
    private let path: String
    private let inotify: Inotify
    private let inbox: Inotify.Inbox
    /// Where the path led when the watches were set.
    private(set) var trail = FileTrail("/")
    private var names = WatchedNames()
    /// Whether somebody is writing the file in place, and has not closed it.
    private var isBeingWritten = false

    private static let wayMask = UInt32(
      IN_MOVED_TO | IN_MOVED_FROM | IN_CREATE | IN_DELETE | IN_DELETE_SELF | IN_MOVE_SELF
        | IN_ONLYDIR | IN_MASK_ADD)
    private static let fileMask = wayMask | UInt32(IN_MODIFY | IN_CLOSE_WRITE)

    /// Starts watching.
    ///
    /// - Parameters:
    ///   - path: where the file is, or will be.
    ///   - wake: is called on some thread when there may be changes to take.
    /// - Throws: why it cannot be watched.
    init(_ path: String, wake: @escaping @Sendable () -> Void) throws(SystemError) {
      self.path = path
      inotify = try Inotify.shared()
      inbox = Inotify.Inbox(wake: wake)
      do throws(SystemError) {
        try arm()
      } catch {
        stop()
        throw error
      }
    }

    func stop() { for watch in names.watches { inotify.leave(watch, inbox) } }

    typealias Attendance = Inotify.Attendance

    /// Wakes nobody until ``Inotify/Attendance/end()``, because the writer takes what comes meanwhile.
    func attend() -> Attendance { inotify.attend(inbox) }

    /// Whether others changed the file since this was last asked.
    ///
    /// - Throws: why it cannot be watched any more.
    mutating func takeChanges(except own: OwnWrite = .nothing) throws(SystemError) -> Bool {
      var findings = InotifyFindings(except: own, isBeingWritten: isBeingWritten)
      repeat {
        findings.needsArming = false
        inotify.deliver()
        for event in inbox.takeAll() { findings.add(event, names: names) }
        // A second name for a file that is whole: nobody will close it.
        if findings.isBeingWritten, findings.mayLeadElsewhere, File.hasOtherNames(path) {
          findings.hasOthers = true
        }
        if findings.mayLeadElsewhere, FileTrail(path) != trail { findings.needsArming = true }
        if findings.needsArming {
          let before = names
          try arm()
          if names != before { (findings.hasOthers, findings.isBeingWritten) = (true, false) }
        }
      } while findings.needsArming
      isBeingWritten = findings.isBeingWritten
      if findings.isChanged { return true }
      // The system makes one event of two alike in a row: the second may have been another's.
      return own.appearance.map { $0 != FileAppearance(of: path) } ?? false
    }

    /// Makes the watched directories those that the path leads through now.
    private mutating func arm() throws(SystemError) {
      var next = FileTrail(path)
      while true {
        let found = try watch(next)
        for watch in names.watches where !found.watches.contains(watch) {
          inotify.leave(watch, inbox)
        }
        names = found
        trail = next
        // A directory that came or went between the look and the watch.
        next = FileTrail(path)
        if next == trail { return }
      }
    }

    private mutating func watch(_ trail: FileTrail) throws(SystemError) -> WatchedNames {
      var found = WatchedNames()
      /// Why the place before cannot be watched. Its directory can, which tells of its own end and move.
      var refusal: SystemError?
      for (index, place) in trail.places.enumerated() {
        let isLast = index == trail.places.count - 1
        do throws(SystemError) {
          let mask = isLast ? Self.fileMask : Self.wayMask
          let watch = try inotify.watch(place, for: inbox, mask: mask)
          found.add(place.name, in: watch, isFile: isLast)
          refusal = nil
        } catch .notFound {
          continue
        } catch .belowFile {
          continue
        } catch .noPermission where place.isEntered && refusal == nil {
          refusal = .noPermission
        } catch {
          // What was watched already is left when watching stops.
          names.formUnion(found)
          throw error
        }
      }
      return found
    }
  }
#endif
