/// A name in a directory that is looked up on the way to a file.
struct FilePlace: Hashable {
  let directory: String
  let name: String
  /// Whether the way goes on inside it; if not, it is a symbolic link, or the end.
  let isEntered: Bool
}

/// The way to a file: every name that the system looks up for the path, in order, links followed.
///
/// What a path leads to can change at each of these places and nowhere else: a directory is renamed, a link
/// is replaced, the file is removed. Only what is mounted over a directory is not seen here.
struct FileTrail: Equatable {
  /// The last is the file's own, or that of the first name that is missing.
  private(set) var places: [FilePlace] = []
  /// Where the file itself is, behind symbolic links; it need not exist yet.
  private(set) var destination: String
  /// Why no file can be there, whatever is made or removed: the path asks for a directory, or goes in a circle.
  private(set) var refusal: SystemError?

  /// Follows the path as far as it leads.
  init(_ path: String) {
    var directory = path.hasPrefix("/") ? "/" : "."
    var names = Self.namesFromTheEnd(of: path)
    var linkCount = 0
    destination = directory
    refusal = path.hasSuffix("/") ? .isDirectory : nil
    while let name = names.popLast() {
      destination = directory.appendingPath(name)
      do throws(SystemError) {
        if let link = try File.link(at: destination) {
          places.append(FilePlace(directory: directory, name: name, isEntered: false))
          linkCount += 1
          // As many links as Linux follows before it speaks of a circle.
          guard linkCount < 40 else {
            refusal = .linkLoop
            return
          }
          if names.isEmpty, link.hasSuffix("/") { refusal = .isDirectory }
          names += Self.namesFromTheEnd(of: link)
          if link.hasPrefix("/") { directory = "/" }
        } else {
          places.append(FilePlace(directory: directory, name: name, isEntered: !names.isEmpty))
          directory = destination
        }
      } catch {
        places.append(FilePlace(directory: directory, name: name, isEntered: false))
        for rest in names.reversed() { destination = destination.appendingPath(rest) }
        return
      }
    }
  }

  private static func namesFromTheEnd(of path: String) -> [String] {
    path.split(separator: "/").filter { $0 != "." }.reversed().map { String($0) }
  }
}

extension String {
  /// The directory and the last name.
  var splitPath: (directory: String, name: String) {
    guard let slash = lastIndex(of: "/") else { return (".", self) }
    let directory = String(self[..<slash])
    return (directory.isEmpty ? "/" : directory, String(self[index(after: slash)...]))
  }

  func appendingPath(_ name: String) -> String { hasSuffix("/") ? self + name : self + "/" + name }
}
