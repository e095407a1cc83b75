import Dispatch
import ThreadConfinement
import Workbook

extension Page {
  static let mainThread = Page(
    "main-thread", "A write on the main thread, during one in the background", drawnAs: .lanes
  ) { transcript in
    let scratch = try ScratchFolder()
    let refused = DispatchSemaphore(value: 0)
    var configuration = scratch.plainConfiguration
    configuration.onWriteRefused = {
      transcript.line("\(Here.name): asks to write")
      refused.signal()
    }
    let store = try ConfinedStore.open(configuration)
    try store.write {
      transcript.record(.lock, fileLock, to: Here.name)
      let ann = try store.add(Artist.ann)
      transcript.line("\(Here.name): add \(ann.name)")
      transcript.record(.unlock, fileLock, to: Here.name)
    }
    for artist in store.objects(Artist.self) {
      transcript.line("\(Here.name): read \(artist.name)")
    }

    let background = ConfinedThread(name: "background")
    write(in: scratch.plainConfiguration, on: background, endingAfter: refused, transcript)
    try store.write {
      transcript.record(.lock, fileLock, to: Here.name)
      _ = try store.add(Artist.cid)
      transcript.record(.unlock, fileLock, to: Here.name)
    }
    transcript.line("\(Here.name): write done")
    await background.finish()
  }

  /// The right to write, which one store of the file has at a time.
  private static let fileLock = "the file"

  /// Begins a write and returns. The write ends after the semaphore is signalled.
  private static func write(
    in configuration: ConfinedStore.Configuration, on background: ConfinedThread,
    endingAfter end: DispatchSemaphore, _ transcript: Transcript
  ) {
    let begun = DispatchSemaphore(value: 0)
    transcript.record(.send, "write", to: "background")
    background.enqueue {
      do {
        let store = try ConfinedStore.open(configuration)
        try store.write {
          transcript.record(.lock, fileLock, to: Here.name)
          _ = try store.add(Artist.bob)
          transcript.line("\(Here.name): write begun")
          begun.signal()
          end.wait()
          transcript.line("\(Here.name): commit")
          transcript.record(.unlock, fileLock, to: Here.name)
        }
      } catch {
        transcript.line("\(Here.name): error: \(error)")
        begun.signal()
      }
    }
    begun.wait()
  }
}
