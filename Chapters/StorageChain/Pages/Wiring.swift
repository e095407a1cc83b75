import LayeredStorage
import Workbook

extension Page {
  static let wiring = Page(
    "wiring", "Only the topmost object depends on the parts"
  ) { transcript in
    let scratch = try Scratch()

    let foo = Foo(over: StudentFileProvider(url: scratch.file))
    let parts = Mirror(reflecting: foo).children.map { "\(type(of: $0.value))" }
    transcript.line("Foo holds: \(parts.joined(separator: ", "))")
    try transcript.call("set Ann", of: "Foo") { try foo.setCurrentStudent(.ann) }
    transcript.line("currentStudent over memory and file: \(try foo.currentStudent)")

    let database = try SQLiteProvider<Student>(url: scratch.database)
      .recorded(as: "sqlite", in: transcript)
    let other = Foo(over: database)
    try transcript.call("set Ann", of: "Foo") { try other.setCurrentStudent(.ann) }
    transcript.line("currentStudent over memory and sqlite: \(try other.currentStudent)")
  }
}
