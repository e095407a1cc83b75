/// Artists of all versions, which counts how often it is read.
final class LoggedTable: ArtistTable {
  private(set) var readings = 0
  private var versions: [[Int: Artist]] = [[:]]

  var newestVersion: Int { versions.count - 1 }

  func artists(at version: Int) -> [Artist] {
    readings += 1
    guard versions.indices.contains(version) else { return [] }
    return versions[version].values.sorted { $0.id < $1.id }
  }

  func put(_ artist: Artist) { change { $0[artist.id] = artist } }
  func drop(_ id: Int) { change { $0[id] = nil } }

  private func change(_ body: (inout [Int: Artist]) -> Void) {
    var newest = versions[newestVersion]
    body(&newest)
    versions.append(newest)
  }
}
