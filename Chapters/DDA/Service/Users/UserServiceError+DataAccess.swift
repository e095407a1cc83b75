internal import DataAccess

extension UserServiceError.Trouble {
  init(_ error: DataAccessError) { self.init(cause: "\(error.cause)", advice: "\(error)") }

  init(_ error: PendingSavesError) { self.init(cause: "\(error.cause)", advice: "\(error)") }
}
