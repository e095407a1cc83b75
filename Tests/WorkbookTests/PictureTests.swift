import Concurrency
import Testing

@testable import Workbook

/// The lines of a picture of a scene.
func drawing(
  _ picture: Picture, width: Int = 80, with glyphs: LineGlyphs = .ascii,
  of scene: (Transcript) -> Void
) -> [String] {
  let transcript = Transcript { _ in }
  scene(transcript)
  return picture.lines(of: transcript.recording, width: width, with: glyphs)
}

@Suite(.serialized)
struct `A picture` {
  /// A list that is read from an empty store, then from a server, and stored.
  private static func read(_ page: Transcript) {
    page.call("load", of: "viewModel") {
      page.call("read", of: "repository", returning: { (count: Int) in "\(count) news" }) {
        page.call("stored", of: "store", returning: { "nil" }) {}
        page.line("a line that is no row")
        return page.call("request", of: "server", returning: { (count: Int) in "\(count) news" }) {
          page.record(.read, "news.json", to: "server")
          return 2
        }
      }
    }
  }

  @Test
  func `of a sequence has a column for each part and an arrow for each call`() {
    let lines = drawing(.sequence, of: Self.read)
    #expect(
      lines == [
        "page     viewModel  repository        store   server",
        "|- load >|          |                 |       |",
        "|        |- read -->|                 |       |",
        "|        |          |- stored -> nil >|       |",
        "|        |          |- request -------------->|",
        "|        |          |                 |       | reads news.json",
        "|        |          |<- 2 news ---------------|",
        "|        |<- 2 news |                 |       |",
      ])
  }

  /// Both messages receive a response at once.
  @Test
  func `of a sequence draws a repeated exchange once`() {
    let lines = drawing(.sequence) { page in
      for _ in 1...2 {
        page.record(.send, "reads", from: "page", to: "launch")
        page.record(.send, "1", from: "launch", to: "page")
      }
      page.record(.send, "reads", from: "page", to: "launch")
      page.record(.`deinit`, "normally", to: "launch")
    }
    #expect(
      lines == [
        "page                     launch", "|- reads -> 1 (2 times) >|",
        "|- reads --------------->|",
        "|                        | ends normally",
      ])
  }

  @Test
  func `of a sequence that is too wide has its texts beside the columns`() {
    let long = "replace the names of all users in one transaction, or none of them"
    let scene = { (page: Transcript) in
      page.call(long, of: "database", returning: { "\(long), not even one" }) {
        page.call("lock", of: "mutex") {}
        page.record(.write, "rows", to: "database")
      }
    }
    #expect(
      drawing(.sequence, of: scene) == [
        "page", "|  database", "|  |  mutex",
        "|->|  |  \(long)", "|  |->|  lock", "|  *  |  writes rows",
        "|<-|  |  \(long), not", "|  |  |  even one",
      ])
    #expect(
      drawing(.sequence, with: .unicode, of: scene).suffix(4) == [
        "│  │─▶│  lock", "│  ●  │  writes rows", "│◀─│  │  \(long), not", "│  │  │  even one",
      ])
    let wide = drawing(.sequence, width: 120, of: scene)
    #expect(wide.count == 5)
    #expect(wide[1].hasPrefix("|- \(long) "))
  }

  @Test
  func `of a sequence has a column for a part that nothing reaches, and arrows across others`() {
    let lines = drawing(.sequence, width: 40) { page in
      for part in ["page", "unused"] { page.part(part) }
      for number in 1...3 { page.call("go", of: "service number \(number)", returning: { "1" }) {} }
    }
    #expect(
      lines == [
        "page", "|  unused", "|  |  service number 1", "|  |  |  service number 2",
        "|  |  |  |  service number 3",
        "|---->|  |  |  go -> 1", "|------->|  |  go -> 1", "|---------->|  go -> 1",
      ])
  }

  @Test
  func `of marbles that is too wide continues below, without empty rows`() {
    let lines = drawing(.marbles) { page in
      for number in 1...3 {
        let value = Mark.value(String(repeating: "\(number)", count: 40))
        page.sending(value) {}
      }
      page.subscribing("late") {}
    }
    let digits = (1...3).map { String(repeating: "\($0)", count: 40) }
    #expect(
      lines == [
        "sent   \(digits[0])--", "", "sent   \(digits[1])--", "", "sent   \(digits[2])",
        "late   \(String(repeating: " ", count: 42))^--",
      ])
  }

  /// The width includes the dashes after the last column.
  @Test
  func `of marbles is never wider than its limit`() {
    for width in 20...60 {
      let lines = drawing(.marbles, width: width) { page in
        page.subscribing("observer") {}
        for number in 1...30 { page.sending(.value("\(number)")) {} }
      }
      #expect(lines.map(\.count).max() ?? 0 <= width)
    }
  }

  @Test
  func `of lanes has a column for each thread`() async {
    let lines = drawing(.lanes) { page in
      page.call("write", of: "store", returning: { "version 2" }) {}
      page.line("\(page.recording.events[0].thread): done")
    }
    #expect(lines[0] == "main" || lines[0] == "pool")
    #expect(lines.dropFirst() == ["| store.write -> version 2", "| done"])
  }

  @Test @MainActor
  func `of lanes begins with the main thread and shows nothing twice`() {
    let transcript = Transcript(threadName: { "worker" }) { _ in }
    JoinableThread.start(name: "worker") {
      transcript.record(.commit, "1", to: "worker")
      transcript.record(.send, "present Ann", to: "screen")
      transcript.line("present Ann")
    }.join()
    transcript.record(.send, "run", to: "worker")
    let lines = Picture.lanes.lines(of: transcript.recording, with: .ascii)
    #expect(
      lines == [
        "main    worker", "|       | commits version 1", "|       | present Ann", "|- run >|",
      ])
  }

  /// A manager on a queue, a root on another thread, and a screen on the main thread.
  @Test
  func `of lanes has an arrow for each message between threads`() {
    let names = Locked("main")
    let transcript = Transcript(threadName: { names.withLock { $0 } }) { _ in }
    let enter: @Sendable (String) -> Void = { name in names.withLock { $0 = name } }
    JoinableThread.start(name: "any") {
      transcript.record(.send, "run", to: "worker")
      transcript.call("load", of: "manager") {
        enter("queue")
        transcript.call("select", of: "root", returning: { "Ann" }) {
          enter("worker")
          transcript.record(.read, "file", to: "worker")
          enter("queue")
        }
        enter("main")
        for text in ["present Ann", "present Bob"] {
          transcript.record(.send, text, from: "manager", to: "screen")
          transcript.line(text)
        }
      }
      transcript.call("get", of: "worker", returning: { "Cid" }) {}
      transcript.record(.send, "shows Cid", from: "screen", to: "screen")
    }.join()
    #expect(
      Picture.lanes.lines(of: transcript.recording, with: .ascii) == [
        "main                   queue           worker",
        "|- run ------------------------------->|",
        "|- manager.load ------>|               |",
        "|                      |- root.select >|",
        "|                      |               | reads file",
        "|                      |<- Ann --------|",
        "|<- screen.present Ann |               |",
        "|<- screen.present Bob |               |",
        "| worker.get -> Cid    |               |",
        "| screen shows Cid     |               |",
      ])
  }

  @Test
  func `of a sequence draws a response as a separate arrow after a printed line`() {
    let lines = drawing(.sequence) { page in
      page.record(.send, "rename", from: "page", to: "service")
      page.line("the call has returned")
      page.record(.send, "refused", from: "service", to: "page")
    }
    #expect(lines == ["page        service", "|- rename ->|", "|<- refused |"])
  }

  @Test
  func `of a sequence begins with the page`() {
    let lines = drawing(.sequence) { page in
      page.record(.open, "0", to: "store")
      page.call("write", of: "store") {}
    }
    #expect(lines == ["page      store", "|         | opens at version 0", "|- write >|"])
  }

  @Test
  func `suits the recording, unless the page chooses`() {
    let kinds: [(Picture, (Transcript) -> Void)] = [
      (.marbles, { $0.sending(.value("1")) {} }), (.versions, { $0.record(.open, "1", to: "A") }),
      (.sequence, { $0.call("get", of: "memory") {} }), (.lanes, { $0.line("alone") }),
    ]
    for (expected, scene) in kinds {
      let transcript = Transcript { _ in }
      scene(transcript)
      #expect(Picture(of: transcript.recording) == expected)
    }
  }
}
