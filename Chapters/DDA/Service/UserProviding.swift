/// A user as the application sees it.
public protocol UserProviding: Sendable {}
