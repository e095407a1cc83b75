import Foundation
import LayeredStorage
import Workbook

extension ChildRole {
  /// An app that stores its student as in the document's second attempt. Each input line is a
  /// command.
  static let app = ChildRole("app") { child in
    let foo = AsWritten.SecondAttempt.Foo(filePath: child.arguments[0])
    while let command = child.nextLine() {
      switch command {
      case "load": foo.load()
      case "save": foo.save()
      case "get": child.say(foo.currentStudent?.name ?? "nobody")
      case "file reads": child.say("\(foo.file.reads)")
      case "file writes": child.say("\(foo.file.writes)")
      case let command where command.hasPrefix("set "):
        foo.currentStudent = Student(String(command.dropFirst(4)))
      default: child.say("unknown command \(command)")
      }
    }
  }

  /// Another program, which writes one student after another to the file, without a provider.
  static let otherProcess = ChildRole("other-process") { child in
    for name in child.arguments.dropFirst() {
      try Student(name).write(to: URL(filePath: child.arguments[0]))
      child.say(name)
    }
  }
}

extension ChildRole {
  /// An app that stores its student with a chain. The first launch stores a student; later launches
  /// print the calls that read it.
  static let keeper = ChildRole("keeper") { child in
    let file = child.arguments[1]
    let log = CallLog(in: Transcript { child.say($0) })
    switch child.arguments[0] {
    case "store":
      try Foo(over: StudentFileProvider(url: URL(filePath: file))).setCurrentStudent(.ann)
    case "as-written":
      let chain = AsWritten.SynchronizedStorageChain(
        AsWritten.Logged(AsWritten.StudentMemoryProvider(), as: "memory", in: log),
        underlyingProvider: AsWritten.Logged(
          AsWritten.StudentFileProvider(filePath: file), as: "file", in: log))
      child.say("chain -> \(try chain.getValue())")
    default:
      let chain = SynchronizedStorageChain(
        Logged(StudentMemoryProvider(), as: "memory", in: log),
        underlyingProvider: Logged(
          StudentFileProvider(url: URL(filePath: file)), as: "file", in: log))
      child.say("chain -> \(try chain.getValue())")
    }
  }

  /// Reads a missing file with the document's `try!`, after a reported change.
  static let missingFile = ChildRole("missing-file") { child in
    let foo = AsWritten.Foo(filePath: child.arguments[0])
    // As written, the file is read only after a reported change, so one is reported here.
    foo.fileProvider.valueBeModifiedHandler?(.nobody)
    child.say("\(foo.currentStudent)")
  }
}

extension ChildRole {
  /// Releases a chain, then changes the provider that it observed. Says each step.
  static let releasesTheChain = ChildRole("releases-the-chain") { child in
    if child.arguments == ["as-written"] {
      let provider = AsWritten.StudentMemoryProvider()
      _ = AsWritten.SynchronizedStorageChain(
        AsWritten.StudentMemoryProvider(), underlyingProvider: provider)
      child.say("chain released")
      provider.setValue(.bob)
      child.say("provider set Bob")
      provider.valueBeModifiedHandler?(.bob)
    } else {
      let provider = StudentMemoryProvider()
      _ = SynchronizedStorageChain(StudentMemoryProvider(), underlyingProvider: provider)
      child.say("chain released")
      provider.setValue(.bob)
      child.say("provider set Bob")
    }
  }

  /// Reads the chain, as written, from its own handler. Says the handler's first three calls.
  static let readingHandler = ChildRole("reading-handler") { child in
    let provider = AsWritten.StudentMemoryProvider()
    let chain = AsWritten.SynchronizedStorageChain(
      AsWritten.StudentMemoryProvider(), underlyingProvider: provider)
    var calls = 0
    chain.valueBeModifiedHandler = { _ in
      calls += 1
      if calls <= 3 { child.say("handler \(calls) reads the chain") }
      _ = try? chain.getValue()
    }
    provider.setValue(.bob)
    provider.valueBeModifiedHandler?(.bob)
    child.say("chain -> \(try chain.getValue())")
  }
}
