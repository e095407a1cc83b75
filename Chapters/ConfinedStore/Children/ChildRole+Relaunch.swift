import Foundation
import ThreadConfinement
import Workbook

extension ChildRole {
  /// The app at its next launch: tells what it finds stored.
  static let relaunch = ChildRole("relaunch") { child in
    let store = try ConfinedStore.open(.artists(in: URL(filePath: child.arguments[0])))
    for artist in store.objects(ArtistViewModel.self) {
      child.say("\(artist.snapshot) highlighted \(artist.highlighted)")
    }
  }
}
