public import Observing
public import Service

/// A user as a screen shows one: the view model between the model of the Service layer and the views.
///
/// The model is bound, never copied: whoever renames the user changes the title of every profile of
/// this model, on the thread of the change. The views keep no rule of their own.
public final class UserProfile: Sendable {
  /// The greeting: `Hi, Jake`.
  public let title: any ReadableValue<String>

  private let binding: Binding

  /// - Parameter user: as the Service layer gives it; is kept for as long as the profile.
  public init(_ user: any User) {
    let title = ObservableValue("")
    self.title = title
    binding = Self.bind(user) { title.value = "Hi, \($0)" }
  }

  private static func bind(
    _ user: some User, _ show: @escaping @Sendable (String) -> Void
  ) -> Binding {
    let binding = user.name.bind(show)
    // Keeps the model: another one would be made for the next profile of this user.
    return Binding { [user] in withExtendedLifetime(user) { binding.end() } }
  }
}
