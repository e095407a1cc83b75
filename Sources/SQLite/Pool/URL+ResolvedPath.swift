public import Foundation

extension URL {
  /// The canonical path of a file or folder, without symbolic links, even if it does not exist yet.
  ///
  /// URLs of one file have equal paths, before the file is created and afterwards. Missing
  /// components are appended to the deepest existing folder, and a dangling link is followed.
  public var resolvedPath: String {
    let path = absoluteURL.path(percentEncoded: false)
    // The system would truncate the path at the NUL; such a path cannot be opened.
    return path.utf8.contains(0) ? path : Self.resolved(path, linkLimit: 32)
  }

  private static func resolved(_ path: String, linkLimit: Int) -> String {
    if let real = realpath(path, nil) {
      defer { free(real) }
      return String(cString: real)
    }
    var names = path.split(separator: "/", omittingEmptySubsequences: true)
    guard path.hasPrefix("/"), let name = names.popLast() else { return path }
    let folder = "/" + names.joined(separator: "/")
    if linkLimit > 0,
      let target = try? FileManager.default.destinationOfSymbolicLink(atPath: path)
    {
      let absolute = target.hasPrefix("/") ? target : folder + "/" + target
      return resolved(absolute, linkLimit: linkLimit - 1)
    }
    let parent = resolved(folder, linkLimit: linkLimit)
    switch name {
    case ".": return parent
    case "..": return "/" + parent.split(separator: "/").dropLast().joined(separator: "/")
    default: return (parent == "/" ? "" : parent) + "/" + name
    }
  }
}
