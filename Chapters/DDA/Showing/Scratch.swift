import Foundation
import Workbook

/// A folder of one page, which goes with it.
struct Scratch: ~Copyable {
  private let scratch: ScratchFolder

  init() throws(ScratchError) { scratch = try ScratchFolder() }

  var folder: URL { scratch.url }

  /// Where the users are kept.
  var database: URL { folder.appending(path: "users.db") }
}
