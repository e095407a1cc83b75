import Foundation

/// How details become bytes and bytes become details.
struct MomentsCoding: Sendable {
  /// Throws whatever the encoder throws.
  let encode: @Sendable (MomentsDetails) throws -> Data
  /// Throws whatever the decoder throws.
  let decode: @Sendable (Data) throws -> MomentsDetails

  /// JSON, in the shape of the model.
  static let json = MomentsCoding(
    encode: { try JSONEncoder().encode($0) },
    decode: { try JSONDecoder().decode(MomentsDetails.self, from: $0) })
}
