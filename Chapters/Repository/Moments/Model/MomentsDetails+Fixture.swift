import Foundation

extension Fixture {
  /// One user's page with two moments.
  static let moments = Data(PackageResources.moments_json)
}

extension MomentsDetails {
  /// The page that all scenes and tests begin with: Jake Lin's, with Ann's moment 0, which is not
  /// liked, and Taylor's moment 1, which is.
  ///
  /// - Throws: when somebody has spoiled the file.
  static func fixture() throws -> MomentsDetails { try MomentsCoding.json.decode(Fixture.moments) }
}
