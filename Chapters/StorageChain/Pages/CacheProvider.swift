import LayeredStorage
import Workbook

extension Page {
  static let cacheProvider = Page(
    "cache-provider", "One provider with both the cache and the file"
  ) { transcript in
    let scratch = try Scratch()
    try scratch.changeOutside(to: .ann)
    let file = FileProvider<Student?>(url: scratch.file)
    let studentData = DiskCacheProvider(file) { transcript.line($0) }

    _ = try studentData.getValue()
    _ = try studentData.getValue()
    try studentData.setValue(.bob)

    let report = try ChangeReport(from: file)
    try scratch.changeOutside(to: .cid)
    try report.wait()
    transcript.line("file changed outside")
    _ = try studentData.getValue()
  }
}
