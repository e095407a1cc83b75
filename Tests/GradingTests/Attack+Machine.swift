@testable import Grading

extension Attack {
  /// Attacks on files, memory, other processes and the network.
  static let onMachine: [Attack] = [
    // Connects to a server.
    .init(
      "CallsAServer", .fail, on: .machine,
      does: """
        let connection = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = in_port_t($PORT).bigEndian
        address.sin_addr.s_addr = in_addr_t(0x7F00_0001).bigEndian
        let code = withUnsafePointer(to: &address) { pointer in
          pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
            connect(connection, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
          }
        }
        print(code == 0 ? "connected" : String(cString: strerror(errno)))
        """),
    // Deletes its folder, its program and the folders above.
    .init(
      "DeletesItsFolders", .fail, on: .machine,
      does: #"""
        let home = getenv("HOME").map { String(cString: $0) } ?? "."
        system("rm -rf '\(home)' \(home)/* /program")
        """#),
    // Ends its parent and its grandparent.
    .init(
      "EndsItsParent", .stopped, .crash, on: .machine, needs: Attack.confined,
      does: """
        kill(getppid(), SIGKILL)
        if let grader = pid_t("$GRADER") { kill(grader, SIGKILL) }
        _exit(0)
        """),
    // Fills memory files that are in no folder and not mapped.
    .init(
      "HoardsHiddenFiles", .fail, on: .machine,
      does: #"""
        typealias Create = @convention(c) (UnsafePointer<CChar>, UInt32) -> Int32
        guard let symbol = dlsym(nil, "memfd_create") else { return }
        let block = [UInt8](repeating: 7, count: 1 << 20)
        var total = 0
        for _ in 0..<40 {
          let file = unsafeBitCast(symbol, to: Create.self)("hoard", 0)
          for _ in 0..<15 { total += max(write(file, block, block.count), 0) }
        }
        print(total > 256 << 20 ? "hoarded \(total >> 20) MB" : "refused")
        """#),
    // Fills shared memory segments, each of which is mapped only while it is filled.
    .init(
      "HoardsSegments", .fail, on: .machine,
      does: #"""
        var total = 0
        for _ in 0..<10 {
          let segment = shmget(0, 32 << 20, 0o1600)
          guard segment >= 0, let place = shmat(segment, nil, 0), Int(bitPattern: place) != -1
          else { break }
          memset(place, 7, 32 << 20)
          shmdt(place)
          total += 32
        }
        print(total > 256 ? "hoarded \(total) MB" : "refused")
        """#),
    // Fills socket buffers, which no process maps. Each of its children could fill as many.
    .init(
      "HoardsSockets", .fail, on: .machine,
      does: #"""
        let block = [UInt8](repeating: 7, count: 1 << 16)
        var ends: [Int32] = [-1, -1]
        var total = 0
        while socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &ends) == 0 {
          for end in ends {
            total += max(send(end, block, block.count, Int32(MSG_DONTWAIT)), 0)
          }
        }
        print(total > 0 ? "hoarded \(total >> 10) KB" : "refused")
        """#),
    // Leaves a child in another session.
    .init(
      "LeavesAChildInAnotherSession", .stopped, on: .machine,
      does: """
        system("setsid sleep 4242 > /dev/null 2>&1 &")
        _exit(0)
        """),
    // Leaves a child that ignores SIGTERM.
    .init(
      "LeavesADeafChild", .stopped, on: .machine,
      does: """
        system("trap '' TERM HUP; (while :; do sleep 4242; done) > /dev/null 2>&1 &")
        _exit(0)
        """),
    // Leaves forty children, which keep its pipes open.
    .init(
      "LeavesManyChildren", .stopped, on: .machine,
      does: """
        for _ in 1...40 { system("sleep 4242 &") }
        _exit(0)
        """),
    // Reads the solution and shows it.
    .init(
      "ReadsTheSolution", .fail, on: .machine,
      does: #"""
        for file in [
          "Sources/Exercises/Subjects/PublishSubject/PublishSubjectSolution.swift", "Package.swift",
        ] {
          let text = try? String(contentsOfFile: "$PACKAGE/\(file)", encoding: .utf8)
          if let text { print(text) }
        }
        """#),
    // Replaces the workbook with another package.
    .init(
      "ReplacesThePackage", .fail, on: .machine, needs: Attack.confined,
      does: #"""
        let manifest =
          "// swift-tools-version: 6.2\nimport PackageDescription\n"
          + "let package = Package(name: \"Mine\")\n"
        for file in ["Package.swift", "Chapters/Subjects/Exercises/PublishSubject/Stub.swift"] {
          try? manifest.write(toFile: "$PACKAGE/\(file)", atomically: false, encoding: .utf8)
        }
        """#),
    // Writes outside its folder.
    .init(
      "WritesOutside", .fail, on: .machine, needs: Attack.confined,
      does: #"""
        for folder in ["$OUTSIDE", "/usr", "/etc", "/var/tmp", "/dev", "/"] {
          let file = open("\(folder)/attack", O_WRONLY | O_CREAT, 0o666)
          if file >= 0 { print("wrote in \(folder)") }
        }
        """#),
  ]
}
