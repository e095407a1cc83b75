package import Foundation

/// The two ends of a new pipe, each of which is closed with its last reference.
///
/// It replaces Foundation's `Pipe`, which ends the process when there are too few descriptors.
package struct PipeEnds: Sendable {
  package let reading: FileHandle
  package let writing: FileHandle

  /// - Throws: The system's error, for example that too many files are open.
  package init() throws(POSIXError) {
    var ends: [CInt] = [-1, -1]
    guard pipe(&ends) == 0 else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
    // Other programs do not inherit them. One that starts between the calls closes them itself: see `SpawnedProcess`.
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    reading = FileHandle(fileDescriptor: ends[0], closeOnDealloc: true)
    writing = FileHandle(fileDescriptor: ends[1], closeOnDealloc: true)
  }
}
