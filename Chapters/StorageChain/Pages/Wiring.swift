import LayeredStorage
import Workbook

extension Page {
  static let wiring = Page("wiring", "Foo over a file, and over a database") { transcript in
    let scratch = try ScratchFolder()

    let parts = Mirror(reflecting: Foo(over: StudentFileProvider(url: scratch.file))).children
    for part in parts { transcript.record(.send, "holds", from: "Foo", to: part.label) }
    let types = parts.map { "\(type(of: $0.value))" }
    transcript.line("Foo holds: \(types.joined(separator: ", "))")

    let file = StudentFileProvider(url: scratch.file)
    try use(Foo(over: file.recorded(as: "file", by: "studentData", in: transcript)))
    let database = try SQLiteProvider<Student>(url: scratch.database)
    try use(Foo(over: database.recorded(as: "sqlite", by: "studentData", in: transcript)))

    func use(_ foo: Foo<Logged<some SynchronizedDataProviding<Student>>>, line: Int = #line) throws
    {
      try transcript.call("set Ann", of: "Foo", line: line) { try foo.setCurrentStudent(.ann) }
      let student = try transcript.call(
        "currentStudent", of: "Foo", returning: { "\($0)" }, line: line
      ) { try foo.currentStudent }
      transcript.line("currentStudent over memory and \(foo.underlyingProvider.name): \(student)")
    }
  }
}
