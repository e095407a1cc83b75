public import Foundation

/// Where the service gets what it knows by its protocols alone.
public enum DataAccessFactory {
  /// Opens the users in a file, which is made if it is not there, and brings it to the present version.
  ///
  /// - Throws: ``DataAccessError/Cause/newerVersion(found:known:)``, `.corrupt`, `.locked`, `.readOnly`,
  ///   `.cannotOpen`; the file is left as it is.
  public static func users(at file: URL) throws(DataAccessError) -> any UserDataAccess {
    try UserDatabase(at: file)
  }

  /// The saves that wait, in a file beside the database; for all threads of one process. Two processes
  /// would overwrite what the other one has added.
  public static func pendingSaves(beside database: URL) -> any PendingSaves {
    FilePendingSaves(file: database.appendingPathExtension("pending"))
  }
}
