import Foundation
import Testing
import ThreadConfinement

/// An invalid schema, with the message of its trap.
enum SchemaMistake: String, CaseIterable, Codable {
  case oneName, optionalKey, keyNotFirst, columnTwice

  var message: String {
    switch self {
    case .oneName: "two types of the schema have the same name and would share a table"
    case .optionalKey: "the id of Draft is optional, but a key cannot be null"
    case .keyNotFirst: "the first column of Draft must be its id"
    case .columnTwice: "Draft lists a column twice"
    }
  }

  var schema: [any ConfinedObject.Type] {
    switch self {
    case .oneName: [Artist.self, Other.Artist.self]
    case .optionalKey: [OptionalKey.Draft.self]
    case .keyNotFirst: [KeyNotFirst.Draft.self]
    case .columnTwice: [ColumnTwice.Draft.self]
    }
  }
}

@Suite(.serialized)
struct `Schemas that cannot be stored`: ~Copyable {
  let folder: StoreFolder
  init() throws { folder = try StoreFolder() }

  @Test(arguments: SchemaMistake.allCases)
  func `trap with the reason when they are opened`(mistake: SchemaMistake) async throws {
    let ended = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) { [mistake = mistake as SchemaMistake, file = folder.file as URL] in
      _ = try ConfinedStore.open(.init(file: file, schema: mistake.schema))
    }
    let errors = String(decoding: ended?.standardErrorContent ?? [], as: UTF8.self)
    let says = errors.contains("Fatal error: \(mistake.message)")
    #expect(says, "\(errors)")
  }
}

private enum Other {
  struct Artist: ConfinedObject {
    var id = 0
    static let columns = [Column("id", \Artist.id)]
  }
}

private enum OptionalKey {
  struct Draft: ConfinedObject {
    var id: Int?
    static let columns = [Column("id", \Draft.id)]
  }
}

private enum KeyNotFirst {
  struct Draft: ConfinedObject {
    var id = 7
    var name = ""
    static let columns = [Column("name", \Draft.name), Column("id", \.id)]
  }
}

private enum ColumnTwice {
  struct Draft: ConfinedObject {
    var id = 0
    var name = ""
    static let columns = [
      Column("id", \Draft.id), Column("name", \.name), Column("name", \.name),
    ]
  }
}
