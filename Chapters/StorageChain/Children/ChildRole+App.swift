import Foundation
import LayeredStorage
import Workbook

extension ChildRole {
  /// An app that keeps its student by the document's second attempt. Each line of its input is a command or a name.
  static let app = ChildRole("app") { child in
    let foo = AsWritten.SecondAttempt.Foo(filePath: child.arguments[0])
    while let command = child.hear() {
      switch command {
      case "load": foo.load()
      case "save": foo.save()
      case "get": child.say("get \(foo.currentStudent?.name ?? "nobody")")
      case "reads": child.say("file reads \(foo.file.reads)")
      case "writes": child.say("file writes \(foo.file.writes)")
      default: foo.currentStudent = Student(command)
      }
    }
  }

  /// Another program, which writes the file without a provider: one student after the other.
  static let otherProcess = ChildRole("other-process") { child in
    for name in child.arguments.dropFirst() {
      try Student(name).write(to: URL(filePath: child.arguments[0]))
      child.say(name)
    }
  }
}
