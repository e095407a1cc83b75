@testable import Grading

extension Attack {
  /// Attacks on files, memory, other processes and the network.
  static let onMachine: [Attack] = [
    .init(
      "CallsAServer", .fail, on: .machine,
      does: """
        system("bash -c 'exec 4<>/dev/tcp/127.0.0.1/$PORT && echo connected'")
        """),
    .init(
      "DeletesItsFolders", .fail, on: .machine,
      does: #"""
        let home = getenv("HOME").map { String(cString: $0) } ?? "."
        system("rm -rf '\(home)' \(home)/* /program")
        """#),
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
        let create = "my $file = syscall(`uname -m` =~ /x86/ ? 319 : 279, my $name = q(hoard), 0);"
        let fill = "open(my $open, q(>&=), $file); $total += syswrite($open, $block) for 1..15;"
        system(
          "perl -e 'my $block = 7 x (1 << 20); my ($total, @all) = 0; for (1..40) { \(create) "
            + "last if $file < 0; \(fill) push @all, $open } "
            + "print $total > 256 << 20 ? qq(hoarded\\n) : qq(refused\\n)'")
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
    .init(
      "LeavesAChildInAnotherSession", .stopped, on: .machine,
      does: """
        system("setsid sleep 4242 > /dev/null 2>&1 &")
        _exit(0)
        """),
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
