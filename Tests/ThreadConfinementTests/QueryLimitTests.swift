import Foundation
import Testing
import ThreadConfinement

@Suite(.serialized)
struct `The limits of queries`: ~Copyable {
  let folder: StoreFolder
  init() throws { folder = try StoreFolder() }

  @Test
  func `a filter beyond SQLite's limits is a read error and does not trap`() throws {
    let store = try folder.open(.ann)
    let many = failure {
      _ = try ConfinedStore.checkingReads {
        store.artists.where { $0.id.isIn(Array(repeating: 1, count: 600_000)) }.count
      }
    }
    let deep = failure {
      _ = try ConfinedStore.checkingReads {
        store.artists.where { artist in (0..<2000).reduce(artist.id == 1) { filter, _ in !filter } }
          .count
      }
    }
    #expect(many?.contains("too many SQL variables") == true, "\(many ?? "none")")
    #expect(deep != nil)
  }

  @Test
  func `floating-point sums follow IEEE 754, and integer overflow is a read error`() throws {
    let store = try ConfinedStore.open(folder.configuration.with(\.schema, [Amount.self]))
    func sum(_ reals: [Double]) throws -> Double {
      try store.write {
        try store.deleteAll()
        try store.add(reals.enumerated().map { Amount(id: $0, real: $1) })
      }
      return store.objects(Amount.self).sum(of: \.real)
    }
    let sums = try [
      sum([1, .infinity, 2]), sum([1, -.infinity]),
      sum([.greatestFiniteMagnitude, .greatestFiniteMagnitude]), sum([]),
    ]
    let both = try sum([.infinity, -.infinity])
    #expect(sums == [.infinity, -.infinity, .infinity, 0])
    #expect(both.isNaN)

    try store.write {
      try store.deleteAll()
      try store.add([Amount(id: 1, whole: .max), Amount(id: 2, whole: 1)])
    }
    let refusal = failure {
      _ = try ConfinedStore.checkingReads { store.objects(Amount.self).sum(of: \.whole) }
    }
    #expect(refusal?.contains("integer overflow") == true, "\(refusal ?? "none")")
  }

  @Test
  func `a path with a NUL and a URL that is not a file URL are refused`() throws {
    let cut = folder.folder.path + "/cut"
    let refusals = [URL(filePath: cut + "\0.db"), URL(string: "https://example.com/store.db")]
      .map { url in
        failure { _ = try ConfinedStore.open(.artists(#require(url))) }
      }
    let isThere = FileManager.default.fileExists(atPath: cut)
    #expect(refusals.allSatisfy { $0 != nil }, "\(refusals)")
    #expect(!isThere)
  }
}

private struct Amount: ConfinedObject {
  var id = 0
  var real = 0.0
  var whole = 0

  static let columns = [Column("id", \Amount.id), Column("real", \.real), Column("whole", \.whole)]
}
