public import Observing
public import Service

/// The view model of a user, between the model of the Service layer and the views.
///
/// The model is bound, not copied: a rename changes the title of every profile of the model, on the
/// thread that delivers the change. The views contain no logic.
public final class UserProfile: Sendable {
  /// The greeting: `Hi, Jake`.
  public let title: any ReadableValue<String>

  private let binding: Binding

  /// - Parameter user: The user from the Service layer, which the profile retains.
  public init(_ user: any User) {
    let title = ObservableValue("")
    self.title = title
    binding = Self.bind(user) { title.value = "Hi, \($0)" }
  }

  private static func bind(
    _ user: some User, _ show: @escaping @Sendable (String) -> Void
  ) -> Binding {
    let binding = user.name.bind(show)
    // Retains the model, so that the next profile of this user has the same one.
    return Binding { [user] in withExtendedLifetime(user) { binding.end() } }
  }
}
