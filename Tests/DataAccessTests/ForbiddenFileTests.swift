import DataAccess
import Foundation
import TestSupport
import Testing

/// A file, or a folder, whose rights forbid to write it.
@Suite(.serialized)
struct `A database that may not be written`: ~Copyable {
  let folder: TemporaryFolder

  init() throws {
    let folder = try TemporaryFolder()
    let database = try UserDatabase(at: folder.database, .patient)
    try database.insert(.named("Jake"))
    database.close()
    self.folder = folder
  }

  @Test
  func `because of the file's rights is read, and refuses each write`() async throws {
    chmod(folder.database.path, 0o444)
    chmod(folder.url.path, 0o777)
    let path = folder.database.path
    await #expect(processExitsWith: .success) { [path = path as String] in
      // Nothing is forbidden to root.
      if geteuid() == 0 { setuid(65534) }
      let database = try UserDatabase(at: URL(filePath: path), .patient)
      let causes = [
        cause { () throws(DataAccessError) in try database.save(.named("Taylor")) },
        cause { () throws(DataAccessError) in try database.insert([.named("Ann", id: 2)]) },
        cause { () throws(DataAccessError) in try database.deleteAll() },
        database.outcome { try $0.save(.named("Zoe")) },
      ]
      let texts = try database.texts()
      database.close()
      #expect(causes == [.readOnly, .readOnly, .readOnly, .readOnly])
      #expect(texts == ["1 Jake"])
    }
  }

  @Test
  func `because of its folder's rights cannot be opened, and says so`() async throws {
    chmod(folder.url.path, 0o555)
    let path = folder.database.path
    await #expect(processExitsWith: .success) { [path = path as String] in
      if geteuid() == 0 { setuid(65534) }
      let error = #expect(throws: DataAccessError.self) {
        try UserDatabase(at: URL(filePath: path), .patient).close()
      }
      let text = error?.description ?? ""
      #expect(error?.cause == .readOnly)
      #expect(text.hasPrefix("The database may not be written. Try again when it may. "))
      #expect(text.contains(path))
    }
    chmod(folder.url.path, 0o755)
    let again = try UserDatabase(at: folder.database, .patient)
    let texts = try again.texts()
    again.close()
    #expect(texts == ["1 Jake"])
  }
}
