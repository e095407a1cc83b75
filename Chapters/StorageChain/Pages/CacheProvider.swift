import LayeredStorage
import Workbook

extension Page {
  static let cacheProvider = Page(
    "cache-provider", "One provider with both the cache and the file"
  ) { transcript in
    let scratch = try Scratch()
    try scratch.changeOutside(to: .ann)
    let file = FileProvider<Student?>(url: scratch.file)
    let studentData = DiskCacheProvider(file) { step in
      transcript.record(.call, step, from: "page", to: "studentData")
      transcript.line(step)
    }

    _ = try studentData.getValue()
    _ = try studentData.getValue()
    try studentData.setValue(.bob)

    let report = try ChangeReport(from: file)
    try scratch.changeOutside(to: .cid, in: transcript)
    try report.wait()
    transcript.line("file changed outside")
    _ = try studentData.getValue()
  }
}
