import Foundation
import TestSupport
import Testing

@testable import SampleProgram
@testable import Workbook

struct `A limit of open files` {
  @Test
  func `is raised by a chapter, and one that cannot be raised is an error in one line`() throws {
    let program = BuiltProgram("SampleProgram").executable.path
    let list = { (limit: String) in
      try BuiltProgram(at: URL(filePath: "/bin/sh")).run([
        "-c", "ulimit \(limit); exec \"$0\" --list", program,
      ])
    }
    let raised = try list("-S -n 8")
    let fixed = try list("-n 8")
    #expect(raised.status == 0 && raised.errors == "")
    #expect(fixed.status == 74 && fixed.isExit && fixed.output == "")
    #expect(
      fixed.errors == """
        \(SampleProgram.programName): the system allows 8 open files, and 64 are needed; \
        raise the limit of open files (`ulimit -n`)

        """)
  }

  @Test
  func `that leaves too few for the pipes of a child is an error that names it`() async {
    await #expect(processExitsWith: .success) {
      // The folder of the child is created before the pipes, and needs only one descriptor.
      ResourceLimit.openFiles.set(64)
      var descriptors: [CInt] = []
      while let descriptor = Optional(open("/dev/null", O_RDONLY)), descriptor >= 0 {
        descriptors.append(descriptor)
      }
      for _ in 0..<5 { close(descriptors.removeLast()) }
      let error = #expect(throws: ChildProcess.Failure.self) {
        _ = try ChildProcess(URL(filePath: "/usr/bin/true"), as: "store", [])
      }
      for descriptor in descriptors { close(descriptor) }
      #expect(
        error?.description == """
          the process store cannot be started (Too many open files); \
          raise the limit of open files (`ulimit -n`)
          """)
    }
  }
}
