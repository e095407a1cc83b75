#if os(Linux)
  internal import Foundation

  /// Files below `/proc`, which a monitor reads many times a second.
  enum Procfs {
    /// The content of a file. Nil if the process has ended.
    static func read(_ path: String) -> [UInt8]? {
      let descriptor = open(path, O_RDONLY | O_CLOEXEC)
      guard descriptor >= 0 else { return nil }
      defer { close(descriptor) }
      var bytes: [UInt8] = []
      var chunk = [UInt8](repeating: 0, count: 4096)
      while true {
        let count = Foundation.read(descriptor, &chunk, chunk.count)
        if count < 0, errno == EINTR { continue }
        guard count > 0 else { return count == 0 ? bytes : nil }
        bytes += chunk[..<count]
      }
    }

    /// The names in a folder that are numbers: processes, or the threads of one.
    static func numbers(in folder: String) -> [pid_t] {
      guard let stream = opendir(folder) else { return [] }
      defer { closedir(stream) }
      var numbers: [pid_t] = []
      while let entry = readdir(stream) {
        let number = withUnsafePointer(to: &entry.pointee.d_name) {
          $0.withMemoryRebound(to: CChar.self, capacity: 256) { pid_t(strtol($0, nil, 10)) }
        }
        if number > 0 { numbers.append(number) }
      }
      return numbers
    }

    /// The line in the file `stat` of a process or a thread (proc(5)).
    struct Status {
      /// A letter: field 3.
      let state: UInt8
      /// The fields after it; field 4 is at 0.
      private let numbers: [Int]

      init?(_ folder: String) {
        guard let bytes = Procfs.read("\(folder)/stat"),
          // The name of the program is in parentheses and may contain any character.
          let end = bytes.lastIndex(of: UInt8(ascii: ")")), bytes.count > end + 2
        else { return nil }
        state = bytes[end + 2]
        numbers = bytes.withUnsafeBufferPointer { bytes in
          var numbers = [0]
          for byte in bytes[(end + 4)...] {
            if byte == UInt8(ascii: " ") {
              numbers.append(0)
            } else if let digit = Optional(Int(byte) - 48), (0...9).contains(digit) {
              numbers[numbers.count - 1] = numbers[numbers.count - 1] &* 10 &+ digit
            }
          }
          return numbers
        }
      }

      /// Field `number` of proc(5), from 4 on.
      func field(_ number: Int) -> Int {
        numbers.indices.contains(number - 4) ? numbers[number - 4] : 0
      }

      /// Whether the thread runs, or waits for a processor or a disk.
      var isRunnable: Bool { !"STtZXI".utf8.contains(state) }
    }
  }
#endif
