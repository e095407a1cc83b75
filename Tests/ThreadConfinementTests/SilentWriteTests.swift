import Foundation
import Testing
import ThreadConfinement

/// A list on a screen: an array that is changed by what its observer is told, and by nothing else.
private final class Mirror {
  let name: String
  let artists: Results<Artist>
  var token: NotificationToken?
  private(set) var rows: [Artist]?
  private(set) var mistakes: [String] = []
  private(set) var callCount = 0
  /// What the screen does at the end of a call.
  var onCall: () throws -> Void = {}

  init(_ name: String, _ artists: Results<Artist>) {
    self.name = name
    self.artists = artists
  }

  func observe() throws {
    token = try artists.observe { [unowned self] in
      take($0)
      try onCall()
    }
  }

  /// What a screen does that has made the change itself.
  func takeAll() {
    if rows != nil { rows = artists.map(\.snapshot) }
  }

  private func take(_ change: CollectionChange<Artist>) {
    callCount += 1
    switch change {
    case .initial(let artists): rows = artists.map(\.snapshot)
    case .update(let artists, let deletions, let insertions, let modifications):
      apply(deletions, insertions, modifications, of: artists.map(\.snapshot))
    case .error(let failure): mistakes.append("\(failure)")
    }
  }

  private func apply(
    _ deletions: [Int], _ insertions: [Int], _ modifications: [Int], of current: [Artist]
  ) {
    guard let old = rows else { return mistakes.append("an update before initial") }
    var places: [Int?] = Array(old.indices)
    for place in deletions.reversed() where old.indices.contains(place) { places.remove(at: place) }
    for place in insertions {
      guard place <= places.count else { return mistakes.append("no place \(place)") }
      places.insert(nil, at: place)
    }
    guard places.count == current.count else {
      return mistakes.append("\(name): \(places.count) rows for \(current.count)")
    }
    let modified = Set(modifications)
    rows = zip(places, current).map { place, row in
      place.map { modified.contains($0) ? row : old[$0] } ?? row
    }
    if rows != current { mistakes.append("\(name): \(rows ?? []) for \(current)") }
  }

  var isCurrent: Bool { rows == artists.map(\.snapshot) }
}

/// Mirrors of one store, and writes drawn from a seed.
private final class Screens: @unchecked Sendable {
  // Unchecked because all of it is used on the store's thread only.
  let mirrors: [Mirror]
  var generator: SeededGenerator
  /// How often an observer has written into the write that called it, and how often into one of its own.
  private(set) var writesIntoBegun = 0
  private(set) var writesFromCalls = 0
  /// Whether observers write.
  var isAnswering = true
  private let store: ConfinedStore

  init(_ store: ConfinedStore, seed: UInt64) throws {
    self.store = store
    generator = SeededGenerator(state: seed)
    mirrors = [
      Mirror("all", store.artists), Mirror("by name", store.artists.sorted(by: \.name)),
      Mirror("old", store.artists.where { $0.age > 20 }),
      Mirror("young by age", store.artists.where { $0.age <= 20 }.sorted(by: \.age)),
    ]
    for mirror in mirrors {
      try mirror.observe()
      mirror.onCall = { [unowned self, unowned mirror] in try answer(of: mirror) }
    }
  }

  /// Writes from inside a call: into the write that has called it, or silently into one of its own.
  private func answer(of mirror: Mirror) throws {
    guard isAnswering else { return }
    if store.isInWriteTransaction {
      guard draw(0..<2) == 0 else { return }
      try Self.change(store, &generator)
      writesIntoBegun += 1
    } else if let token = mirror.token, draw(0..<5) == 0, canWrite {
      try store.write(withoutNotifying: [token]) { try Self.change(store, &generator) }
      mirror.takeAll()
      writesFromCalls += 1
    }
  }

  /// Whether a write can begin; not while observers receive what came before one that is open.
  private var canWrite: Bool {
    do throws(ConfinedStore.Failure) {
      try store.beginWrite()
      try store.cancelWrite()
      return true
    } catch {
      return false
    }
  }

  func draw(_ range: Range<Int>) -> Int { Int.random(in: range, using: &generator) }

  static func change(_ store: ConfinedStore, _ generator: inout SeededGenerator) throws {
    for _ in 0..<Int.random(in: 1...4, using: &generator) {
      let id = Int.random(in: 0..<12, using: &generator)
      let age = Int.random(in: 0..<40, using: &generator)
      switch Int.random(in: 0..<4, using: &generator) {
      case 0: if let artist = store.artist(id) { try store.delete(artist) }
      case 1: store.artist(id)?.age = age
      default:
        let name = ["Ann", "Bob", "Cid"].randomElement(using: &generator) ?? ""
        try store.add(Artist(id: id, name: name, age: age), update: .modified)
      }
    }
  }

  /// A write that some screens show already.
  func writeSilently() throws {
    let silent = mirrors.filter { _ in draw(0..<2) == 0 }
    let tokens = silent.compactMap(\.token)
    if draw(0..<2) == 0 {
      try store.write(withoutNotifying: tokens) { try Self.change(store, &generator) }
    } else {
      try store.beginWrite()
      try Self.change(store, &generator)
      try store.commitWrite(withoutNotifying: tokens)
    }
    for mirror in silent { mirror.takeAll() }
  }

  func write() throws { try store.write { try Self.change(store, &generator) } }

  func cancel() throws {
    try store.beginWrite()
    try Self.change(store, &generator)
    try store.cancelWrite()
  }
}

private struct SeededGenerator: RandomNumberGenerator {
  var state: UInt64
  mutating func next() -> UInt64 {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return state ^ (state >> 33)
  }
}

@Suite(.serialized)
struct `Silent writes`: ~Copyable {
  let folder: StoreFolder
  init() throws { folder = try StoreFolder() }

  @Test(arguments: 1...12 as ClosedRange<UInt64>)
  func `beside loud ones, here and elsewhere, leave every mirrored list whole (R-43 R-48 R-49)`(
    seed: UInt64
  ) throws {
    let configuration = folder.configuration
    let home = ConfinedThread(name: "home")
    let screens = try home.sync { try Screens(.open(configuration), seed: seed) }
    guard let screens else { return }
    for _ in 0..<20 {
      try home.sync {
        for _ in 0..<screens.draw(1..<5) {
          switch screens.draw(0..<8) {
          case 0, 1, 2: try screens.writeSilently()
          case 3: try screens.cancel()
          case 4:
            let seed = UInt64(screens.draw(0..<1_000_000))
            try elsewhere {
              var generator = SeededGenerator(state: seed)
              let store = try ConfinedStore.open(configuration)
              try store.write { try Screens.change(store, &generator) }
            }
          default: try screens.write()
          }
        }
      }
    }
    // What is due comes before this task.
    try home.sync { screens.isAnswering = false }
    for _ in 0..<3 { try home.sync {} }
    let found = try home.sync {
      (
        mistakes: screens.mirrors.flatMap(\.mistakes),
        areCurrent: screens.mirrors.map(\.isCurrent), calls: screens.mirrors.map(\.callCount),
        writes: [screens.writesIntoBegun, screens.writesFromCalls]
      )
    }
    try home.sync { for mirror in screens.mirrors { mirror.token = nil } }
    home.finish()
    #expect(found?.mistakes == [])
    #expect(found?.areCurrent == [true, true, true, true])
    // Each received many changes.
    #expect(found?.calls.allSatisfy { $0 > 5 } == true, "\(found?.calls ?? [])")
    #expect(found?.writes.contains { $0 > 0 } == true, "\(found?.writes ?? [])")
  }

  @Test
  func
    `an observer that writes into the write that calls it leaves the places of others right (R-22 R-43)`()
    throws
  {
    let watcher = try Watcher(folder.configuration)
    let configuration = folder.configuration
    try watcher.turn { store, watcher in
      watcher.token = try store.artists.observe { change in
        watcher.note(change, as: "one in write \(store.isInWriteTransaction) \(store.names) ")
        if store.isInWriteTransaction { try store.add(Artist.ann) }
      }
      watcher.second = try store.artists.observe { change in
        watcher.note(change, as: "two in write \(store.isInWriteTransaction) \(store.names) ")
      }
    }
    try watcher.turn { store, watcher in
      try elsewhere {
        let other = try ConfinedStore.open(configuration)
        try other.write { try other.add(Artist.bob) }
      }
      let token = try #require(watcher.second)
      try store.beginWrite()
      watcher.note("begun \(store.names)")
      try store.commitWrite(withoutNotifying: [token])
      try store.write { _ = try store.add(Artist.cid) }
    }
    watcher.close()
    #expect(
      watcher.notes == [
        "one in write false [] initial 0", "two in write false [] initial 0",
        #"one in write true ["Bob"] update [] [0] []"#,
        #"two in write false ["Bob"] update [] [0] []"#, #"begun ["Ann", "Bob"]"#,
        #"one in write false ["Ann", "Bob", "Cid"] update [] [0, 2] []"#,
        #"two in write false ["Ann", "Bob", "Cid"] update [] [2] []"#,
      ])
  }

  @Test
  func `an observer that leaves the suspended write for one of its own loses neither (R-19 R-49)`()
    throws
  {
    let watcher = try Watcher(folder.configuration)
    let configuration = folder.configuration
    try watcher.turn { store, watcher in
      watcher.token = try store.artists.observe { change in
        guard case .update = change else { return }
        store.invalidate()
        try store.beginWrite()
        try store.add(Artist.cid)
      }
    }
    try watcher.turn { store, watcher in
      let token = try #require(watcher.token)
      try store.write { _ = try store.add(Artist.ann) }
      try store.beginWrite()
      try store.add(Artist.bob)
      watcher.note(failure { try store.commitWrite(withoutNotifying: [token]) } ?? "none")
      watcher.note("\(store.isInWriteTransaction) \(store.names)")
      watcher.token = nil
      try store.commitWrite()
    }
    // Waits for ever if the turn was lost.
    try elsewhere {
      let other = try ConfinedStore.open(configuration)
      try other.write { try other.add(Artist.bob) }
    }
    watcher.close()
    #expect(watcher.notes == ["not in a write transaction", #"true ["Ann", "Cid"]"#])
    #expect(try folder.open().names == ["Ann", "Bob", "Cid"])
  }

  @Test
  func `a queued write runs after one that an observer has ended by throwing (R-24 R-72)`() throws {
    struct Refused: Error {}
    let watcher = try Watcher(folder.configuration)
    try watcher.turn { store, watcher in
      watcher.token = try store.artists.observe { change in
        if case .update = change { throw Refused() }
      }
    }
    try watcher.turn { store, watcher in
      let token = try #require(watcher.token)
      try store.write { _ = try store.add(Artist.ann) }
      try store.beginWrite()
      try store.writeAsync {
        watcher.note("queued \(store.names)")
      } onComplete: {
        watcher.note($0?.reason ?? "stored")
      }
      watcher.note(failure { try store.commitWrite(withoutNotifying: [token]) } ?? "none")
      watcher.token = nil
    }
    try watcher.finish()
    watcher.close()
    #expect(
      watcher.notes == ["an observer threw: Refused()", #"queued ["Ann"]"#, "stored"])
  }

  @Test
  func `an observer is told of what was loud before the silent write, as it was then (R-48 R-49)`()
    throws
  {
    let watcher = try Watcher(folder.configuration)
    try watcher.turn { store, watcher in
      watcher.token = try store.artists.observe { change in
        watcher.note(change)
        watcher.note("in write \(store.isInWriteTransaction) \(store.names)")
      }
    }
    try watcher.turn { store, watcher in
      let token = try #require(watcher.token)
      try store.write { try store.add([Artist.bob, .cid]) }
      try store.beginWrite()
      try store.add(Artist.ann)
      try store.delete(#require(store.artist(3)))
      try store.commitWrite(withoutNotifying: [token])
      watcher.note("committed \(store.names)")
      try store.write { _ = try store.add(Artist.cid) }
    }
    watcher.close()
    #expect(
      watcher.notes == [
        "initial 0", "in write false []", "update [] [0, 1] []", #"in write false ["Bob", "Cid"]"#,
        #"committed ["Ann", "Bob"]"#, "update [] [2] []",
        #"in write false ["Ann", "Bob", "Cid"]"#,
      ])
  }

  @Test
  func `an observer that is told before the commit cannot write in that write (R-49)`() throws {
    let watcher = try Watcher(folder.configuration)
    try watcher.turn { store, watcher in
      watcher.token = try store.artists.observe { change in
        guard case .update = change else { return }
        let refusals = [
          failure { try store.add(Artist.cid) }, failure { try store.write {} },
          failure { try store.cancelWrite() },
        ]
        watcher.note("\(refusals.map { $0 ?? "none" })")
      }
    }
    try watcher.turn { store, watcher in
      let token = try #require(watcher.token)
      try store.write { _ = try store.add(Artist.ann) }
      try store.beginWrite()
      try store.add(Artist.bob)
      try store.commitWrite(withoutNotifying: [token])
      watcher.note("\(store.names)")
    }
    watcher.close()
    #expect(
      watcher.notes == [
        #"["not in a write transaction", "already in a write transaction", "#
          + #""not in a write transaction"]"#,
        #"["Ann", "Bob"]"#,
      ])
  }

  @Test
  func `one that invalidates the store then cancels the write (R-19 R-49)`() throws {
    let watcher = try Watcher(folder.configuration)
    try watcher.turn { store, watcher in
      watcher.token = try store.artists.observe { change in
        if case .update = change { store.invalidate() }
      }
    }
    try watcher.turn { store, watcher in
      let token = try #require(watcher.token)
      try store.write { _ = try store.add(Artist.ann) }
      try store.beginWrite()
      try store.add(Artist.bob)
      watcher.note(failure { try store.commitWrite(withoutNotifying: [token]) } ?? "none")
      watcher.note("\(store.isInWriteTransaction) \(store.names)")
    }
    watcher.close()
    #expect(watcher.notes == ["not in a write transaction", #"false ["Ann"]"#])
  }

  @Test
  func `an observer of the store is skipped too (R-49 R-54)`() throws {
    let watcher = try Watcher(folder.configuration)
    try watcher.turn { store, watcher in
      watcher.token = try store.observe { _, _ in watcher.note("one") }
      watcher.second = try store.observe { _, _ in watcher.note("two") }
      let token = try #require(watcher.token)
      try store.write(withoutNotifying: [token]) { _ = try store.add(Artist.ann) }
      try store.write { _ = try store.add(Artist.bob) }
    }
    watcher.close()
    #expect(watcher.notes == ["two", "one", "two"])
  }
}
