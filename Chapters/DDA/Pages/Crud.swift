import DataAccess
import Foundation
import Workbook

extension Page {
  static let crud = Page(
    "crud", "Create, read, update, delete: all that the data access layer knows of users"
  ) { transcript in
    let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).db")
    let users: any UserDataAccess = try UserDatabase(at: file)
    try users.insert(UserRawModel(id: 1, name: "Jake"))
    transcript.line("insert 1 Jake")
    users.close()
  }
}
