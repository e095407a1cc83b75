public import Observing
public import Service

/// A user as a screen shows one: the view model between the model of the Service layer and the views.
///
/// The model is bound, never copied: a rename changes the title of every profile of this model, on the
/// thread that delivers the change of the name. The views contain no rule of their own.
public final class UserProfile: Sendable {
  /// The greeting: `Hi, Jake`.
  public let title: any ReadableValue<String>

  private let binding: Binding

  /// - Parameter user: the user as the Service layer returns it, which the profile retains.
  public init(_ user: any User) {
    let title = ObservableValue("")
    self.title = title
    binding = Self.bind(user) { title.value = "Hi, \($0)" }
  }

  private static func bind(
    _ user: some User, _ show: @escaping @Sendable (String) -> Void
  ) -> Binding {
    let binding = user.name.bind(show)
    // Retains the model: without it, the next profile of this user would have another one.
    return Binding { [user] in withExtendedLifetime(user) { binding.end() } }
  }
}
