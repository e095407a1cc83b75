import Foundation
import HTTP
import Workbook

extension Page {
  static let swapTheStore = Page(
    "swap-the-store", "Three stores and two network clients"
  ) { transcript in
    let folder = try ScratchFolder()
    let client = try transcript.client(of: .withNews())
    let remote = HTTPNewsListRemoteAPI(client: client)
    let parts: [(name: String, remote: any NewsListRemoteAPI, store: any NewsListDataStore)] = [
      ("memory", remote, MemoryNewsListDataStore()),
      ("file", remote, FileNewsListDataStore(file: folder.url.appending(path: "news.json"))),
      ("sqlite", remote, SQLiteNewsListDataStore(file: folder.url.appending(path: "news.sqlite"))),
      (
        "other network client",
        DelegateNewsListRemoteAPI(insteadOf: client), MemoryNewsListDataStore()
      ),
    ]
    let names = [
      ("remote", "memory"), ("remote", "file"), ("remote", "sqlite"), ("other", "memory"),
    ]
    for (part, (remote, store)) in zip(parts, names) {
      let screen = viewModel(part.remote, as: remote, part.store, as: store, transcript)
      await screen.load(in: transcript)
      transcript.line("\(part.name): \(screen.shown)")
    }
  }
}
