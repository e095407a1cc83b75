#if os(Linux)
  internal import Foundation

  /// A file's places under inotify, which queues each event before the call that caused it returns: so what
  /// others did before a moment can be asked for at that moment.
  struct FileWatch {
    private let path: String
    private let inotify: Inotify
    private let inbox: Inotify.Inbox
    /// Where the path led when the watches were set.
    private var places: [FilePlace] = []
    /// The names that matter, by the watch of their directory.
    private var names: [Int32: Set<String>] = [:]
    /// Whether somebody is writing the file in place, and has not closed it.
    private var isBeingWritten = false

    private static let mask = UInt32(
      IN_MODIFY | IN_CLOSE_WRITE | IN_MOVED_TO | IN_MOVED_FROM | IN_CREATE | IN_DELETE
        | IN_DELETE_SELF | IN_MOVE_SELF | IN_ONLYDIR)

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

    func stop() { for watch in names.keys { inotify.leave(watch, inbox) } }

    /// Whether others changed the file since this was last asked.
    mutating func takeChanges(except own: OwnWrite = .nothing) -> Bool {
      var findings = InotifyFindings(isBeingWritten: isBeingWritten)
      repeat {
        (findings.needsArming, findings.mayLeadElsewhere) = (false, false)
        inotify.deliver()
        for event in inbox.takeAll() { findings.add(event, names: names) }
        // A second name for a file that is whole: nobody will close it.
        if findings.isBeingWritten, findings.mayLeadElsewhere, File.hasOtherNames(path) {
          findings.hasOthers = true
        }
        if findings.mayLeadElsewhere, FilePlace.all(on: path) != places {
          findings.needsArming = true
        }
        if findings.needsArming {
          let before = names
          // What cannot be watched any more has changed, and is tried again at the next event.
          if (try? arm()) == nil || names != before { findings.hasOthers = true }
        }
      } while findings.needsArming
      isBeingWritten = findings.isBeingWritten
      if findings.isChanged(except: own) { return true }
      // The system makes one event of two alike in a row: the second may have been another's.
      return own.appearance.map { $0 != FileAppearance(of: path) } ?? false
    }

    /// Makes the watched directories those that the path leads through now.
    private mutating func arm() throws(SystemError) {
      var places = FilePlace.all(on: path)
      while true {
        var found: [Int32: Set<String>] = [:]
        for place in places {
          do throws(SystemError) {
            let watch = try inotify.watch(place, for: inbox, mask: Self.mask)
            found[watch, default: []].insert(place.name)
          } catch .notFound {
            continue
          } catch .belowFile {
            continue
          } catch {
            // What was watched already is left when watching stops.
            names.merge(found) { $0.union($1) }
            throw error
          }
        }
        for watch in names.keys where found[watch] == nil { inotify.leave(watch, inbox) }
        names = found
        self.places = places
        // A directory that came or went between the look and the watch.
        let now = FilePlace.all(on: path)
        if now == places { return }
        places = now
      }
    }
  }
#endif
