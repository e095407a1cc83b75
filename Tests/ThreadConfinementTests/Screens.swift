import TestSupport
import Testing
import ThreadConfinement

/// A list on a screen: an array that only its observer's notifications change.
final class Mirror {
  let name: String
  let artists: Results<Artist>
  var token: NotificationToken?
  private(set) var rows: [Artist]?
  private(set) var mistakes: [String] = []
  private(set) var callCount = 0
  /// The action of the screen at the end of a call.
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

  /// Applies a change that the screen itself has made.
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

/// Mirrors of one store, and random writes from a seed.
final class Screens: @unchecked Sendable {
  // Unchecked because it is used only on the store's thread.
  let mirrors: [Mirror]
  var generator: SeededNumbers
  /// The number of observers' writes inside the write that called them.
  private(set) var writesIntoBegun = 0
  private(set) var writesFromCalls = 0
  /// Whether observers write.
  var isAnswering = true
  private let store: ConfinedStore

  init(_ store: ConfinedStore, seed: UInt64) throws {
    self.store = store
    generator = SeededNumbers(seed: seed)
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

  /// Writes from inside a callback: in the write that caused it, or silently in a new write.
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

  /// Whether a write can begin. `false` while observers receive the changes before an open write.
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

  static func change(_ store: ConfinedStore, _ generator: inout SeededNumbers) throws {
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

  /// A write that some screens have already applied.
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
