import Foundation

/// The JSON files in `Fixtures`, which are built into the program; a real server can serve the same
/// folder.
enum Fixture {
  /// Two news, 1 and 2.
  static let news = Data(PackageResources.news_json)
}
