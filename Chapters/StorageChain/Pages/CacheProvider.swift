import LayeredStorage
import Workbook

extension Page {
  static let cacheProvider = Page(
    "cache-provider", "One provider with a cache and a file"
  ) { transcript in
    let scratch = try ScratchFolder()
    try scratch.changeOutside(to: .ann)
    let file = StudentFileProvider(url: scratch.file)
    let studentData = DiskCacheProvider(
      StudentMemoryProvider().recorded(as: "cache", in: transcript),
      file.recorded(as: "file", in: transcript)
    ) { transcript.line($0) }
    func get(line: Int = #line) throws {
      try transcript.call("get", of: "studentData", returning: { "\($0)" }, line: line) {
        try studentData.getValue()
      }
    }

    try get()
    try get()
    try transcript.call("set Bob", of: "studentData") { try studentData.setValue(.bob) }

    let report = try ChangeReport(from: file)
    try scratch.changeOutside(to: .cid, in: transcript)
    try report.wait()
    transcript.line("file changed outside")
    try get()
  }
}
