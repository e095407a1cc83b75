import Foundation

/// What can go wrong between a store and the place it writes to. `key` is what the data is stored
/// under, `reason` the words of whoever refused.
enum PersistentDataStoreError: Error, Equatable {
  /// Something is stored, and it is not what was expected: written by an older version, or damaged.
  case undecodable(key: String, reason: String)
  /// The details cannot be turned into bytes.
  case unencodable(key: String, reason: String)
  /// The place cannot be read, so that nobody knows whether something is stored.
  case unreadable(key: String, reason: String)
  /// The place does not take the bytes.
  case unwritable(key: String, reason: String)
}

/// Prints what failed, in a few words: `MomentsDetails cannot be decoded`.
extension PersistentDataStoreError: CustomStringConvertible {
  var description: String {
    switch self {
    case .undecodable(let key, _): "\(key) cannot be decoded"
    case .unencodable(let key, _): "\(key) cannot be encoded"
    case .unreadable(let key, _): "\(key) cannot be read"
    case .unwritable(let key, _): "\(key) cannot be written"
    }
  }
}

/// What failed, why, and what to do.
extension PersistentDataStoreError: LocalizedError {
  var errorDescription: String? {
    switch self {
    case .undecodable(_, let reason):
      "\(self): \(reason). Load the moments again: the next save replaces what is stored."
    case .unencodable(_, let reason):
      "\(self): \(reason). What was stored before is still there."
    case .unreadable(_, let reason):
      "\(self): \(reason). Check the permissions of the place, then start again; "
        + "what is damaged is replaced by the next save."
    case .unwritable(_, let reason):
      "\(self): \(reason). What was stored before is still there; make room or check permissions."
    }
  }
}
