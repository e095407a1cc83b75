public import Service

/// A user as a view shows it.
public protocol UserProfiling: UserProviding {}
