package import Foundation
internal import Grading
internal import LayeredStorage
package import Subcommands

/// The output folder of a site. It holds the previous site or the new one, never a mixture.
package struct BookFolder {
  package let url: URL

  /// - Parameter url: The folder, or a symbolic link to it, which stays a link.
  package init(_ url: URL) {
    let place = url.resolvingSymlinksInPath()
    // A link without a target stays unchanged.
    let target = try? FileManager.default.destinationOfSymbolicLink(atPath: place.path)
    let parent = place.deletingLastPathComponent()
    self.url =
      target.map { URL(filePath: $0, relativeTo: parent).standardizedFileURL.absoluteURL } ?? place
  }

  package var isFile: Bool {
    (try? url.resourceValues(forKeys: [.isDirectoryKey]))?.isDirectory == false
  }

  /// Whether a site may be written here: the path is free, or has an empty folder or another site.
  package var isReplaceable: Bool {
    guard let names = try? FileManager.default.contentsOfDirectory(atPath: url.path) else {
      return !FileManager.default.fileExists(atPath: url.path)
    }
    let index = try? String(contentsOf: url.appending(path: "index.html"), encoding: .utf8)
    return names.isEmpty || index?.contains(PageTemplate.mark) == true
  }

  /// The path of a file that would be lost, neither in the site nor a page of an older one, or nil.
  package func foreignFile(besides site: Site) -> String? {
    let paths = FileManager.default.enumerator(atPath: url.path)?.lazy.compactMap { $0 as? String }
    return paths?.first { path in
      let file = url.appending(path: path)
      let facts = try? file.resourceValues(forKeys: [.isDirectoryKey])
      // A folder that cannot be read may have any files.
      let isFolder = facts?.isDirectory == true && access(file.path, R_OK) == 0
      guard site.files[path] == nil, !isFolder, file.lastPathComponent != ".DS_Store"
      else { return false }
      let page = path.hasSuffix(".html") ? try? String(contentsOf: file, encoding: .utf8) : nil
      return page?.contains("<body data-page=\"\(path.escapedForHTML)\"") != true
    }
  }

  /// Writes a site beside this folder, then exchanges the two. After an error the old site stays.
  package func write(_ site: Site) throws(FileError) {
    let parent = url.deletingLastPathComponent()
    let name = ".\(url.lastPathComponent)-\(UUID().uuidString)"
    let new = parent.appending(path: "\(name)-new")
    let old = parent.appending(path: "\(name)-old")
    defer { try? FileManager.default.removeItem(at: new) }
    do {
      try FileManager.default.createDirectory(at: new, withIntermediateDirectories: true)
    } catch { throw FileError(Files.existingPart(of: parent), .written, error) }
    for (path, bytes) in site.files.sorted(by: { $0.key < $1.key }) {
      let file = new.appending(path: path)
      do {
        // Without a sync, which takes longer than all else: the site can be built again.
        try FileManager.default.createDirectory(
          at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try bytes.write(to: file)
      } catch {
        throw FileError(url.appending(path: path), .written, error)
      }
    }
    let isFirst = !FileManager.default.fileExists(atPath: url.path)
    if !isFirst { try move(url, to: old) }
    do throws(FileError) {
      try move(new, to: url)
    } catch {
      // If it cannot be moved back, it stays beside its place.
      if !isFirst { try? move(old, to: url) }
      throw error
    }
    try? FileManager.default.removeItem(at: old)
  }

  private func move(_ folder: URL, to other: URL) throws(FileError) {
    guard rename(folder.path, other.path) == 0 else {
      throw FileError(path: url.path, attempt: .written, reason: SystemError(rawValue: errno))
    }
  }
}
